"""The renderer as users call it: arguments, modes, batches, environments, films, plots."""

import copy
import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import gymnasium
import mujoco
import numpy as np
import pytest
from PIL import Image
from support.pictures import require_graphics

import knuckle as kn
import knuckle.envs
from knuckle import models
from knuckle.cli.main import main
from knuckle.render.texts import on_picture

require_graphics()

BALL = """
<mujoco><worldbody>
  <camera name="side" pos="0 -3 .5" xyaxes="1 0 0 0 0 1"/>
  <geom type="plane" size="2 2 .1" rgba=".3 .3 .3 1"/>
  <body pos="0 0 .5"><freejoint/><geom name="ball" size=".2" rgba="1 0 0 1"/></body>
</worldbody></mujoco>
"""


@pytest.fixture(scope="module")
def world():
    m = kn.load(BALL)
    d = kn.Data(m)
    kn.forward(m, d)
    return m, d


@pytest.fixture(scope="module")
def renderer(world):
    with kn.Renderer(world[0], 48, 64) as made:
        yield made


def test_the_calls_are_those_of_mujoco():
    ours = {name for name in dir(kn.Renderer) if not name.startswith("_")}
    theirs = {name for name in dir(mujoco.Renderer) if not name.startswith("_")}
    assert theirs <= ours
    reference = mujoco.MjModel.from_xml_string(BALL)
    for wrong in ({"width": 641}, {"height": 481}):
        with pytest.raises(ValueError), mujoco.Renderer(reference, **wrong):
            pass
        with pytest.raises(ValueError, match="more than the off-screen buffer"):
            kn.Renderer(kn.load(BALL), **wrong)


def test_modes_have_their_shapes_and_meanings(world, renderer):
    m, d = world
    renderer.update_scene(d, "side")
    colour = renderer.render()
    assert colour.shape == (48, 64, 3) and colour.dtype == np.uint8
    assert colour[24, 32, 0] > 2 * colour[24, 32, 1]  # the ball is red
    renderer.enable_depth_rendering()
    depth = renderer.render()
    assert depth.shape == (48, 64) and depth.dtype == np.float32
    assert depth[24, 32] == pytest.approx(2.8, rel=5e-3)  # 3 m to its centre, less its radius
    assert depth[0, 0] == pytest.approx(m.vis.map.zfar * m.stat.extent)
    renderer.enable_segmentation_rendering()
    segments = renderer.render()
    assert segments[24, 32].tolist() == [m.geom("ball").id, kn.ObjType.GEOM] and segments[0, 0].tolist() == [-1, -1]
    renderer.disable_segmentation_rendering()
    np.testing.assert_array_equal(renderer.render(), colour)
    out = np.empty_like(colour)
    assert renderer.render(out=out) is out and (out == colour).all()


def test_wrong_arguments_are_refused_and_nothing_changes(world, renderer):
    m, d = world
    renderer.update_scene(d, "side")
    before = renderer.render()
    for camera, match in (
        ("sid", "did you mean 'side'"),
        (7, "camera"),
        (-2, "camera"),
        (1.5, "camera"),
        (None, "camera"),
    ):
        with pytest.raises((ValueError, TypeError), match=match):
            renderer.update_scene(d, camera)
    with pytest.raises(ValueError, match="finite"):
        renderer.update_scene(d, kn.Camera(distance=np.nan))
    for field, value in {"lookat": (0, 0), "distance": "far", "azimuth": 1e300, "type": 7}.items():
        with pytest.raises(ValueError, match=f"camera: {field}: expected .*, found"):
            renderer.update_scene(d, kn.Camera(**{field: value}))
    with pytest.raises(ValueError, match=r"trackbodyid 1\.5 is none of"):
        renderer.update_scene(d, kn.Camera(type=kn.CameraType.TRACKING, trackbodyid=1.5))
    with pytest.raises(ValueError, match="trackbodyid"):
        renderer.update_scene(d, kn.Camera(type=kn.CameraType.TRACKING, trackbodyid=99))
    with pytest.raises(TypeError, match="expected a Data"):
        renderer.update_scene(m)
    with pytest.raises(ValueError, match="model"):
        renderer.update_scene(kn.Data(kn.load(models.path("pendulum"))))
    with pytest.raises(TypeError, match="expected a SceneOption"):
        renderer.update_scene(d, "side", mujoco.MjvOption())
    for out in (np.empty((48, 64, 4), np.uint8), np.empty((48, 64, 3)), np.empty((64, 48, 3), np.uint8).swapaxes(0, 1)):
        with pytest.raises(ValueError, match="out: expected"):
            renderer.render(out=out)
    with pytest.raises(TypeError, match="out: expected an array"):
        renderer.render(out=[1])
    np.testing.assert_array_equal(renderer.render(), before)
    for size in (0, -1, 1.5, "wide"):
        with pytest.raises((ValueError, TypeError), match="width"):
            kn.Renderer(m, width=size)


def test_life_of_a_renderer(world):
    m, d = world
    first, second = kn.Renderer(m, 24, 32), kn.Renderer(m, 24, 32)
    with pytest.raises(RuntimeError, match="update_scene first"):
        first.render()
    for renderer in (first, second):
        renderer.update_scene(d)
    expected = first.render()
    first.close()
    first.close()
    np.testing.assert_array_equal(second.render(), expected)  # two renderers do not disturb each other
    with pytest.raises(RuntimeError, match="closed"):
        first.render()
    second.close()
    for copied in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied or pickled"):
            copied(second)
    with kn.Renderer(m, 24, 32, max_geom=1) as small, pytest.raises(ValueError, match="more than max_geom=1"):
        small.update_scene(d)


def test_threads_take_turns(world):
    m, d = world
    with kn.Renderer(m, 24, 32) as alone:
        alone.update_scene(d)
        expected = alone.render()
    with kn.Renderer(m, 24, 32) as renderer, ThreadPoolExecutor(4) as threads:
        for found in threads.map(lambda _: (renderer.update_scene(d), renderer.render())[1], range(20)):
            np.testing.assert_array_equal(found, expected)


FORKED = """
import os, sys
import knuckle as kn
m = kn.load("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>")
d = kn.Data(m)
kn.forward(m, d)
renderer = kn.Renderer(m, 24, 32)
renderer.update_scene(d)
expected = renderer.render()
if os.fork() == 0:
    try:
        renderer.render()
    except RuntimeError as error:
        renderer.close()
        os._exit("forked" not in str(error))
    os._exit(2)
assert os.wait()[1] == 0
assert (renderer.render() == expected).all()
"""


def test_a_forked_process_is_told_to_make_its_own():
    assert subprocess.run([sys.executable, "-c", FORKED], timeout=60).returncode == 0


def test_views_of_nothing_are_told(world):
    m = kn.load(BALL)
    d = kn.Data(m)
    kn.forward(m, d)
    with kn.Renderer(m, 24, 32) as renderer:
        renderer.update_scene(d)
        expected = renderer.render()
        for place, name, value, camera in (
            (m.vis.map, "znear", 0.0, -1),
            (m.vis.map, "zfar", np.nan, -1),
            (m.vis.global_, "fovy", 0.0, -1),
            (m.cam("side"), "fovy", 180.0, 0),
        ):
            before = copy.copy(getattr(place, name))
            setattr(place, name, value)
            with pytest.raises(ValueError, match=name):
                renderer.update_scene(d, camera)
            setattr(place, name, before)
        np.testing.assert_array_equal(renderer.render(), expected)


def test_a_picture_that_is_too_large_is_refused():
    m = kn.load('<mujoco><visual><global offwidth="200000" offheight="200000"/></visual></mujoco>')
    with pytest.raises(ValueError, match=r"width: 200000 pixels are more than OpenGL draws"):
        kn.Renderer(m, 10, 200_000)


def test_a_free_camera_and_numbers_that_are_none(world, renderer):
    m, d = world
    renderer.update_scene(d, kn.Camera(lookat=np.array([0, 0, 0.5]), distance=3.0, azimuth=90.0, elevation=0.0))
    np.testing.assert_allclose(renderer.scene.view.pos, (0, -3, 0.5), atol=1e-12)
    theirs = mujoco.MjvCamera()
    theirs.lookat[:], theirs.distance, theirs.elevation = (0, 0, 0.5), 3.0, 0.0
    free = renderer.render()
    renderer.update_scene(d, theirs)
    np.testing.assert_array_equal(renderer.render(), free)
    spoilt = kn.Data(m)
    kn.forward(m, spoilt)
    spoilt.geom_xpos[1] = np.nan
    renderer.update_scene(spoilt, "side")
    assert (renderer.render()[24, 32] != free[24, 32]).any()  # the ball is gone, the rest is drawn


LIT = """
<mujoco><visual><headlight active="false"/></visual><worldbody>
  <light type="directional" dir="0 0 -1" pos="0 0 3"/>
  <camera name="down" pos="0 0 5" xyaxes="1 0 0 0 1 0"/>
  <geom type="plane" size="2 2 .1" rgba="1 1 1 1"/>
  <body pos=".8 0 1"><joint type="slide" axis="0 1 0"/><geom size=".2" rgba="0 0 1 {alpha}"/></body>
</worldbody></mujoco>
"""


@pytest.mark.parametrize("alpha", [1.0, 0.5])
def test_geoms_cast_shadows_and_marks_do_not(alpha):
    m = kn.load(LIT.format(alpha=alpha))
    d = kn.Data(m)
    kn.forward(m, d)
    with kn.Renderer(m, 60, 60) as renderer:
        above = kn.Camera(lookat=np.zeros(3), distance=6.0, azimuth=90.0, elevation=-60.0)
        renderer.update_scene(d, above)
        shaded = renderer.render()
        renderer.flags[kn.RenderFlag.SHADOW] = 0
        lit = renderer.render()
        renderer.flags[kn.RenderFlag.SHADOW] = 1
        renderer.update_scene(d, above, kn.SceneOption(joint=True, com=True, inertia=True))
        marked = renderer.render()
        renderer.enable_segmentation_rendering()
        inside = (renderer.render() == (0, kn.ObjType.GEOM)).all(axis=2)
    for axis in (0, 1):  # floor whose neighbours are floor: no samples of marks are mixed in
        inside &= np.roll(inside, 1, axis) & np.roll(inside, -1, axis)
    dark = (lit.min(axis=2) > 150) & (shaded.max(axis=2) < 50)  # floor that is lit but for the shadow
    assert 5 < dark.sum() < 200
    assert not (inside & (marked.max(axis=2) < 50) & (shaded.min(axis=2) > 150)).any()


def test_worlds_of_a_batch_are_drawn_as_they_would_be_alone(world, renderer):
    m = world[0]
    batch = kn.Batch(m, 3)
    batch.qpos[:, 0] = (-0.5, 0.0, 0.5)
    pictures = renderer.render_batch(batch, camera="side")
    assert pictures.shape == (3, 48, 64, 3)
    for w in range(3):
        alone = kn.Data(m)
        alone.qpos[:] = batch.qpos[w]
        kn.forward(m, alone)
        renderer.update_scene(alone, "side")
        np.testing.assert_array_equal(pictures[w], renderer.render())
    np.testing.assert_array_equal(renderer.render_batch(batch, [2, 0], "side"), pictures[[2, 0]])
    with pytest.raises(ValueError, match="worlds"):
        renderer.render_batch(batch, [3])
    with pytest.raises(ValueError, match="another model"):
        renderer.render_batch(kn.Batch(kn.load(BALL), 1))


def test_worlds_that_differ_are_drawn_with_their_own_numbers(world):
    m, _ = world
    batch, ball = kn.Batch(m, 3), m.geom("ball").id
    lanes = batch.lanes
    batch.expand("geom_rgba")[1, ball] = (0.0, 1.0, 0.0, 1.0)
    batch.run("forward")
    assert batch.lanes == lanes  # what is only seen costs the physics nothing
    batch.expand("geom_size")[2, ball] *= 1.5
    batch.run("forward")
    with kn.Renderer(m, height=60, width=80) as renderer:
        pictures = renderer.render_batch(batch)
        for world_number in range(3):
            with kn.Renderer(batch.get_model(world_number), height=60, width=80) as alone:
                own = batch.get_data(world_number)
                kn.forward(own.model, own)
                alone.update_scene(own)
                assert np.array_equal(alone.render(), pictures[world_number])
    assert len({picture.tobytes() for picture in pictures}) == 3


HILLS = """
<mujoco>
  <asset><hfield name="hills" nrow="8" ncol="8" size="1 1 .5 .1"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="hfield" hfield="hills"/><geom size=".1" pos="0 0 .6"/></worldbody>
</mujoco>
"""


def test_height_fields_are_drawn_as_they_are_now():
    m = kn.load(HILLS)
    batch, pictures = kn.Batch(m, 3), []
    heights, sizes = batch.expand("hfield_data"), batch.expand("hfield_size")
    heights[1:] = np.random.default_rng(0).uniform(0, 1, 64)
    sizes[2, 0, 2] = 0.2
    with kn.Renderer(m, height=60, width=80) as renderer:
        of_batch = renderer.render_batch(batch)
        for w in range(3):
            m.hfield_data[:], m.hfield_size[:] = heights[w], sizes[w]
            d = kn.Data(m)
            kn.forward(m, d)
            renderer.update_scene(d)
            pictures.append(renderer.render())
            with kn.Renderer(batch.get_model(w), height=60, width=80) as alone:
                own = batch.get_data(w)
                kn.forward(own.model, own)
                alone.update_scene(own)
                np.testing.assert_array_equal(alone.render(), pictures[w])
    np.testing.assert_array_equal(of_batch, pictures)
    assert len({picture.tobytes() for picture in pictures}) == 3


def test_labels_are_written_where_their_elements_are(world):
    m, d = world
    with kn.Renderer(m, height=240, width=320) as renderer:
        renderer.update_scene(d, "side")
        plain = renderer.render().astype(int)
        renderer.update_scene(d, "side", kn.SceneOption(label="body"))
        changed = np.argwhere(np.abs(renderer.render() - plain).max(axis=2) > 60)
        seen = on_picture(renderer.scene.view, [point for _, point in renderer.scene.labels], 320, 240)
        renderer.enable_depth_rendering()
        assert renderer.render().dtype == np.float32  # depths carry no texts
    at = np.array([place for place in seen if place is not None])[:, ::-1]
    assert len(changed) > 20 and len(at) == 1
    assert all(np.abs(changed - place).max(axis=1).min() < 12 for place in at)
    assert np.abs(changed[:, None] - at).max(axis=2).min(axis=1).max() < 40  # and nowhere else


def test_environments_give_pictures():
    settings = {"render_mode": "rgb_array", "width": 40, "height": 30}
    one = gymnasium.make("knuckle/InvertedPendulum-v5", **settings)
    one.reset(seed=1)
    picture = one.render()
    assert picture.shape == (30, 40, 3) and picture.std() > 5
    many = knuckle.envs.VectorEnv("InvertedPendulum", 2, **settings)
    many.reset(seed=1)
    pictures = many.render()
    assert len(pictures) == 2 and np.abs(pictures[0].astype(int) - picture).mean() < 1
    one.close()
    many.close()
    with pytest.raises(kn.UnsupportedError, match="render_mode='human'"):
        knuckle.envs.Env("Ant", render_mode="human")
    assert knuckle.envs.Env("InvertedPendulum").render() is None


@pytest.mark.parametrize(("name", "count"), [("a.png", 1), ("b.gif", 3), ("c.mp4", 3)])
def test_the_command_writes_pictures_and_films(tmp_path, capsys, name, count):
    file = tmp_path / name
    words = ["render", "pendulum", str(file), "--width", "65", "--height", "48", "--seconds", "0.1", "--json"]
    assert main([*words, "--keyframe", "level"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pictures"] == count and told["bytes"] == file.stat().st_size > 100
    if name != "c.mp4":
        with Image.open(file) as image:
            assert image.size == (65, 48) and getattr(image, "n_frames", 1) == count
    else:
        assert file.read_bytes()[4:8] == b"ftyp"
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]  # nothing is left behind


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["x.bmp"], "expected one of .png, .gif, .mp4"),
        (["x.png", "--camera", "fron"], "did you mean 'front'"),
        (["x.png", "--camera", "-2"], "--camera: expected a whole number from -1"),
        (["x.png", "--camera", "---1"], "--camera: there is no camera '---1'"),
        (["x.png", "--width", "0"], "--width: expected from 1 to"),
        (["x.gif", "--fps", "0"], "--fps"),
        (["x.png", "--seconds", "1e300"], "--seconds: 1e+300 s are too many steps"),
        (["x.png", "--distance", "-1"], "--distance: expected above 0"),
        (["x.png", "--distance", "1e300"], "--distance: expected above 0 to 1e+10"),
        (["x.png", "--lookat", "0", "0", "nan"], "--lookat: expected from -1e+10 to 1e+10"),
        (["x.gif", "--seconds", "nan"], "--seconds"),
        (["x.png", "--depth", "--segmentation"], "choose one"),
        (["x.png", "--show", "contactpont"], "did you mean 'contactpoint'"),
        (["x.png", "--keyframe", "levl"], "--keyframe"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(tmp_path, monkeypatch, capsys, words, told):
    monkeypatch.chdir(tmp_path)
    assert main(["render", "pendulum", *words]) == 2
    assert told in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_show_and_plot(world, tmp_path):
    m, d = world
    assert kn.show(m, d, camera="side", width=700, height=20).size == (700, 20)
    assert m.vis.global_.offwidth == 640  # the model is as it was
    humanoid = kn.load(models.path("humanoid"))
    start = kn.Data(humanoid)
    figure = kn.plot(humanoid, start, ("qpos", "energy", "contact", "solver", "ctrl"), seconds=0.05)
    assert start.time == 0 and len(figure.axes) == 5 and not humanoid.opt.flags.energy
    curves = figure.axes[0].lines
    assert len(curves) == humanoid.nq and len(curves[0].get_xdata()) == round(0.05 / humanoid.opt.timestep) + 1
    potential, kinetic, total = (line.get_ydata() for line in figure.axes[1].lines)
    np.testing.assert_allclose(potential + kinetic, total)
    figure.savefig(tmp_path / "plot.png")
    with pytest.raises(ValueError, match=r"cannot plot 'qpoz'.*'qpos'"):
        kn.plot(humanoid, start, "qpoz")
    with pytest.raises(ValueError, match="seconds"):
        kn.plot(humanoid, start, "qpos", seconds=-1)
    with pytest.raises(TypeError, match="control: expected a function"):
        kn.plot(humanoid, start, "qpos", control=5)
    with pytest.raises(ValueError, match="at least one word"):
        kn.plot(humanoid, start, 3)
    with pytest.raises(ValueError, match="another model"):
        kn.plot(m, start, "qpos")
    with pytest.raises(TypeError, match="width: expected a whole number"):
        kn.show(m, d, width="wide")

"""What a scene lists, against the list that MuJoCo makes of the same world; no graphics are needed."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle.scene import Frame, SceneBuilder, SceneOption, Shape, VisFlag, labels, texture_pixels, triangles, view_of
from knuckle.scene.camera import camera_between

WORLD = """
<mujoco>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="8" height="6" rgb1="1 0 0" rgb2="0 1 0" mark="cross"/>
    <texture name="g" type="cube" builtin="gradient" width="16" rgb1=".9 .4 .1" rgb2="0 .3 1"/>
    <texture name="f" type="skybox" builtin="flat" width="8" rgb1=".9 .4 .1" rgb2="0 .3 1" mark="edge"/>
    <material name="mm" texture="t" rgba="1 .5 .2 .8" reflectance=".3" shininess=".4" specular=".6" emission=".1"/>
    <mesh name="wedge" vertex="0 0 0  .3 0 0  0 .2 0  0 0 .1  .3 .2 .05"/>
    <hfield name="h" nrow="3" ncol="4" size="1 2 .5 .1" elevation="0 .1 .2 .3 .4 .5 .6 .7 .8 .9 1 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/>
    <light type="directional" dir="0 1 -1"/>
    <camera name="c" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" fovy="50"/>
    <camera name="sensor" pos="0 3 1" xyaxes="1 0 0 0 .3 1" focal=".02 .02" sensorsize=".036 .024" resolution="36 24"
      principal=".001 .002"/>
    <camera name="flat" pos="2 3 1" projection="orthographic" fovy="1.2" resolution="30 24"/>
    <geom type="plane" size="0 0 .1" material="mm"/>
    <geom type="hfield" hfield="h" pos="4 0 0"/>
    <geom name="drum" type="cylinder" size=".1 .3" pos="0 3 1" euler="90 0 0" contype="0" conaffinity="0"/>
    <site name="beside" pos="0 3 1.2"/>
    <site name="s0" pos="0 0 1" size=".05"/>
    <site name="s1" pos="0 .4 1" size=".05 .1 .02" type="box" material="mm" rgba="1 0 0 .5"/>
    <site name="left" pos="-.5 3 .8"/>
    <site name="right" pos=".5 3 .5"/>
    <body pos="0 0 .099" name="b1">
      <freejoint/>
      <geom type="box" size=".1 .1 .1" rgba="1 0 0 1" material="mm"/>
      <body name="b2" pos="0 0 .4">
        <joint name="j1" axis="0 1 0" range="-10 10"/>
        <joint name="js" type="slide" axis="1 0 0"/>
        <geom type="capsule" size=".05 .1"/>
        <geom type="mesh" mesh="wedge" pos=".2 0 0" group="1"/>
        <geom type="sphere" size=".1" group="3"/>
        <site name="s2" pos="0 0 .2" group="4"/>
        <body name="b3" pos="0 0 .4">
          <joint type="ball"/>
          <geom type="ellipsoid" size=".05 .1 .02" rgba="0 1 0 0"/>
          <geom type="cylinder" size=".05 .1" group="2" pos=".3 0 0"/>
          <site name="s3"/>
        </body>
      </body>
    </body>
    <body name="hand" mocap="true" pos="1 1 1"><geom type="box" size=".1 .1 .1" contype="0" conaffinity="0"/></body>
    <body name="seeker" pos="2 0 1"><site name="eye" euler="180 0 0"/></body>
  </worldbody>
  <tendon>
    <spatial name="t1" width=".01" rgba="0 0 1 1"><site site="s0"/><site site="s2"/><site site="s3"/></spatial>
    <spatial name="over" width=".02">
      <site site="left"/><geom geom="drum" sidesite="beside"/><site site="right"/>
    </spatial>
    <spatial name="cable" limited="true" range="0 1.5" width=".01"><site site="left"/><site site="right"/></spatial>
  </tendon>
  <equality><connect body1="b1" body2="hand" anchor=".1 0 0"/></equality>
  <actuator>
    <motor joint="j1" ctrlrange="-2 4"/>
    <motor tendon="t1"/>
    <position site="s3" kp="1"/>
  </actuator>
  <sensor><rangefinder site="eye"/></sensor>
</mujoco>
"""
FLAGS = (
    *("JOINT", "LIGHT", "CAMERA", "ACTUATOR", "CONSTRAINT", "INERTIA", "CONTACTPOINT", "CONTACTFORCE", "TRANSPARENT"),
    *("AUTOCONNECT", "COM", "CONVEXHULL"),
)
OPTIONS = {
    "plain": {},
    "all groups": dict.fromkeys(("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup"), range(6)),
    **{flag: {flag.lower(): True} for flag in FLAGS},
    "scaled inertia": {"inertia": True, "sclinertia": True},
    "split": {"contactforce": True, "contactsplit": True},
    "without static": {"static": False},
    **{
        f"frames of {frame}": {"frame": frame}
        for frame in (Frame.BODY, Frame.GEOM, Frame.SITE, Frame.CONTACT, Frame.WORLD)
    },
}
COLUMNS = {
    "size": 2e-5,
    "pos": 1e-4,
    "mat": 1e-4,
    "rgba": 2e-5,
    "emission": 1e-6,
    "specular": 1e-6,
    "reflectance": 1e-6,
}


@pytest.fixture(scope="module")
def worlds():
    m = kn.load(WORLD)
    d = kn.Data(m)
    d.qpos[7], d.ctrl[:] = 0.3, 0.5
    kn.step(m, d, 3)
    kn.forward(m, d)
    reference = mujoco.MjModel.from_xml_string(WORLD)
    data = mujoco.MjData(reference)
    data.qpos[:], data.qvel[:], data.ctrl[:] = d.qpos, d.qvel, d.ctrl
    data.qacc_warmstart[:] = d.qacc_warmstart
    mujoco.mj_forward(reference, data)
    return m, d, reference, data


def listed(reference, data, option):
    """MuJoCo's own list of what is drawn, by element, each with its columns."""
    theirs = mujoco.MjvOption()
    theirs.flags[:], theirs.frame = option.flags, int(option.frame)
    for name in ("geomgroup", "sitegroup", "jointgroup", "tendongroup", "actuatorgroup"):
        getattr(theirs, name)[:] = getattr(option, name)
    camera, scene = mujoco.MjvCamera(), mujoco.MjvScene(reference, 1000)
    mujoco.mjv_defaultFreeCamera(reference, camera)
    mujoco.mjv_updateScene(reference, data, theirs, None, camera, mujoco.mjtCatBit.mjCAT_ALL, scene)
    found = {}
    for geom in scene.geoms[: scene.ngeom]:
        key = geom.type, geom.objtype, geom.objid, geom.category
        found.setdefault(key, []).append({name: np.array(getattr(geom, name)) for name in COLUMNS})
    return found, scene


def ours(m, d, option):
    scene, found = SceneBuilder(m).update(d, -1, option), {}
    for i in range(scene.ngeom):
        key = int(scene.kind[i]), int(scene.objtype[i]), int(scene.objid[i]), int(scene.category[i])
        found.setdefault(key, []).append({name: getattr(scene, name)[i] for name in COLUMNS})
    return found, scene


@pytest.mark.parametrize("settings", OPTIONS.values(), ids=OPTIONS.keys())
def test_a_scene_lists_what_mujoco_lists(worlds, settings):
    m, d, reference, data = worlds
    option = SceneOption(**settings)
    (mine, _), (theirs, _) = ours(m, d, option), listed(reference, data, option)
    assert {key: len(rows) for key, rows in mine.items()} == {key: len(rows) for key, rows in theirs.items()}
    for key, rows in theirs.items():
        for row, expected in zip(mine[key], rows, strict=True):
            for name, tolerance in COLUMNS.items():
                if name == "size" and key[0] in (1, 7):
                    continue  # a mesh and a height field have their own
                if name == "mat" and key[0] == 2:
                    continue  # a sphere looks the same from all sides
                scale = max(1.0, np.abs(expected[name]).max(initial=0))
                np.testing.assert_allclose(row[name], expected[name], atol=tolerance * scale, err_msg=f"{key} {name}")


def test_the_view_of_the_free_camera_is_that_of_mujoco(worlds):
    m, d, reference, data = worlds
    (_, scene), (_, theirs) = ours(m, d, SceneOption()), listed(reference, data, SceneOption())
    view, (left, right) = scene.view, theirs.camera
    np.testing.assert_allclose(view.pos, 0.5 * (np.array(left.pos) + right.pos), rtol=1e-5)
    np.testing.assert_allclose(view.forward, left.forward, atol=1e-6)
    for name in ("near", "far", "bottom", "top"):
        assert getattr(view, name) == pytest.approx(getattr(left, f"frustum_{name}"), rel=1e-5)


@pytest.mark.parametrize(("azimuth", "elevation"), [(90.0, -45.0), (-150.0, 20.0), (0.0, 0.0), (30.0, -89.0)])
def test_a_camera_between_two_points_looks_from_one_at_the_other(worlds, azimuth, elevation):
    m, d = worlds[:2]
    camera = kn.Camera(lookat=np.array((0.5, -1.0, 0.3)), distance=2.5, azimuth=azimuth, elevation=elevation)
    view = view_of(m, d, camera)
    again = view_of(m, d, camera_between(view.pos, camera.lookat))
    for name in ("pos", "forward", "up"):
        np.testing.assert_allclose(getattr(again, name), getattr(view, name), atol=1e-12)


def test_builtin_textures_have_the_pixels_of_mujoco(worlds):
    m, _, reference, _ = worlds
    for t in range(m.ntex):
        start, shape = reference.tex_adr[t], (reference.tex_height[t], reference.tex_width[t], 3)
        theirs = reference.tex_data[start : start + np.prod(shape)].reshape(shape).astype(int)
        # the sigmoid of gradients is near theirs
        assert np.abs(texture_pixels(m, t) - theirs).max() <= (3 if m.tex(t).name == "g" else 0)


def test_triangles_are_closed_and_face_outwards(worlds):
    m, d, *_ = worlds
    scene = SceneBuilder(m).update(d, -1, SceneOption(joint=True, contactforce=True, geomgroup=range(6)))
    seen = {(int(k), int(i)): s for k, i, s in zip(scene.kind, scene.dataid, scene.size, strict=True) if k}
    assert len(seen) >= 8
    for (kind, dataid), size in seen.items():
        points, normals, _, faces = triangles(m, kind, dataid).of_size(size)
        a, b, c = (points[faces[:, k]].astype(float) for k in range(3))
        area = np.cross(b - a, c - a)
        assert np.abs(area.sum(axis=0)).max() < 1e-4 * np.abs(area).sum()  # closed: the areas cancel
        assert np.einsum("ij,ij->", a, area) > 0  # the volume is positive
        if kind == Shape.MESH:
            continue  # its normals are those of its file, or means of its faces
        flat = np.linalg.norm(area, axis=1) > 1e-9
        assert (np.einsum("ij,ij->i", area, normals[faces[:, 0]])[flat] > -1e-9).mean() > 0.95


def test_options_and_labels_tell_what_is_wrong(worlds):
    m, d, *_ = worlds
    with pytest.raises(TypeError, match="no setting 'contactpont'; did you mean 'contactpoint'"):
        SceneOption(contactpont=True)
    with pytest.raises(ValueError, match="groups from 0 to 5"):
        SceneOption(geomgroup=[9])
    with pytest.raises(ValueError, match="frame: expected one of"):
        SceneOption(frame="bod")
    option = SceneOption(label="joint")
    assert tuple(text for text, _ in labels(m, d, option))[1:3] == ("j1", "js")
    option.flags[VisFlag.JOINT] = True
    assert replace(kn.Camera(), azimuth=3.0).azimuth == 3.0


def test_nothing_to_draw_is_an_empty_scene():
    m = kn.load("<mujoco/>")
    d = kn.Data(m)
    kn.forward(m, d)
    every = SceneOption(**{flag.name.lower(): True for flag in VisFlag}, frame="geom")
    assert SceneBuilder(m).update(d, -1, every).ngeom == 0

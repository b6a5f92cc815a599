"""Assets are decoded once in a process, and nobody can tell but by the clock."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import knuckle as kn
from knuckle.assets import cache, files

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
# a pyramid over a square with a dent: it is not its own hull, and its faces do not meet smoothly
DENTED = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 1 1 1\nv 1 1 .4\n" + "".join(
    f"f {i} {j} 5\nf {j} {i} 6\n" for i, j in ((1, 2), (2, 3), (3, 4), (4, 1))
)
FIELD = "<hfield name='h' file='h.bin' size='1 1 1 1'/>"


@pytest.fixture(autouse=True)
def emptied():
    """An empty cache before and after."""
    kn.set_asset_cache(kn.set_asset_cache(0))
    yield
    kn.set_asset_cache(0)
    kn.set_asset_cache(cache.CAPACITY)


def text(attributes: str = "", file: str = "m.obj") -> str:
    return f"""<mujoco><asset><mesh name="m" file="{file}" {attributes}/></asset>
        <worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


def fields(m: kn.Model) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in m._arrays.items()}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "m.obj").write_text(TETRAHEDRON)
    (tmp_path / "model.xml").write_text(text())
    return tmp_path


def test_a_model_that_is_loaded_again_is_the_same(folder):
    first, second = kn.load(folder / "model.xml"), kn.load(folder / "model.xml")
    assert fields(first) == fields(second)
    assert first.warnings == second.warnings


def test_a_file_that_has_not_changed_for_a_while_is_not_read_again(folder, monkeypatch):
    monkeypatch.setattr(files, "SETTLED", -1.0)
    first = kn.load(folder / "model.xml")
    monkeypatch.setattr(files, "_bounded", lambda *_: pytest.fail("the file was read"))
    assert fields(kn.load(folder / "model.xml")) == fields(first)


@pytest.mark.parametrize("settled", [-1.0, files.SETTLED], ids=["by its stamp", "by its content"])
def test_a_file_that_changed_is_read_again(folder, monkeypatch, settled):
    monkeypatch.setattr(files, "SETTLED", settled)
    file = folder / "m.obj"
    before = file.stat()
    first = kn.load(folder / "model.xml")
    file.write_text(TETRAHEDRON.replace("v 1 0 0", "v 2 0 0"))  # as long as it was
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # and as old as it was, as far as users can say
    assert np.ptp(kn.load(folder / "model.xml").mesh_vert) > np.ptp(first.mesh_vert)


def test_a_file_that_changed_again_at_once_is_read_again(folder):
    """Within the resolution of time stamps nothing but the content tells."""
    found = set()
    for length in range(1, 9):
        (folder / "m.obj").write_text(TETRAHEDRON.replace("v 1 0 0", f"v {length} 0 0"))
        found.add(float(np.ptp(kn.load(folder / "model.xml").mesh_vert)))
    assert len(found) == 8


def test_a_height_field_that_changed_is_read_again(tmp_path):
    heights = np.array([2, 2, 0, 0, 0, 0], np.int32)
    heights[2:] = np.array([0, 1, 2, 3], np.float32).view(np.int32)
    (tmp_path / "h.bin").write_bytes(heights.tobytes())
    model = f"<mujoco><asset>{FIELD}</asset><worldbody><geom type='hfield' hfield='h'/></worldbody></mujoco>"
    (tmp_path / "model.xml").write_text(model)
    first = kn.load(tmp_path / "model.xml").hfield_data.copy()
    (tmp_path / "h.bin").write_bytes(np.concatenate([heights[:2], heights[:1:-1]]).tobytes())
    np.testing.assert_array_equal(kn.load(tmp_path / "model.xml").hfield_data, first[::-1])


@pytest.mark.parametrize(
    "attributes",
    [
        'scale="1 2 3"',
        'scale="-1 1 1"',
        'refpos="1 0 0"',
        'refquat="1 1 0 0"',
        'inertia="shell"',
        'inertia="convex"',
        'maxhullvert="4"',
        'smoothnormal="true"',
    ],
)
def test_what_a_mesh_is_made_with_is_part_of_what_it_is_known_by(attributes):
    assets = {"m.obj": DENTED.encode()}
    plain = fields(kn.load(text(), assets))
    again = fields(kn.load(text(attributes), assets))
    kn.set_asset_cache(kn.set_asset_cache(0))
    assert again == fields(kn.load(text(attributes), assets))
    assert again != plain


def test_a_mesh_that_begins_to_collide_gets_its_hull():
    assets = {"m.obj": TETRAHEDRON.encode()}
    seen = text().replace('mesh="m"/>', 'mesh="m" contype="0" conaffinity="0"/>')
    assert kn.load(seen, assets).mesh_graphadr[0] == -1
    assert kn.load(text(), assets).mesh_graphadr[0] == 0
    assert kn.load(seen, assets).mesh_graphadr[0] == -1


def test_the_same_bytes_in_another_format_are_another_mesh():
    content = TETRAHEDRON.encode()
    kn.load(text(), {"m.obj": content})
    with pytest.raises(kn.ModelError):
        kn.load(text(file="m.stl"), {"m.stl": content})


def test_writing_into_a_model_changes_no_other():
    assets = {"m.obj": TETRAHEDRON.encode()}
    first = kn.load(text(), assets)
    expected = fields(first)
    for array in (first.mesh_vert, first.mesh_normal, first.mesh_polynormal, first.geom_pos):
        array[:] = 7
    data = first._mesh_origins[0].data
    with pytest.raises(ValueError, match="read-only"):
        data.vertices[0] = 7
    assert fields(kn.load(text(), assets)) == expected


def test_a_file_that_is_gone_or_no_file_any_more_is_refused(folder):
    kn.load(folder / "model.xml")
    (folder / "m.obj").unlink()
    with pytest.raises(kn.ModelError, match=r"cannot read .*m\.obj"):
        kn.load(folder / "model.xml")
    (folder / "m.obj").mkdir()
    with pytest.raises(kn.ModelError, match="not a file"):
        kn.load(folder / "model.xml")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything can be read by this user")
def test_a_file_that_may_not_be_read_any_more_is_refused(folder):
    kn.load(folder / "model.xml")
    (folder / "m.obj").chmod(0)
    with pytest.raises(kn.ModelError, match="cannot read"):
        kn.load(folder / "model.xml")


def test_a_text_gets_nothing_that_was_not_handed_over_with_it(folder):
    kn.load(folder / "model.xml")
    kn.load(text(), {"m.obj": TETRAHEDRON.encode()})
    with pytest.raises(kn.ModelError, match="among the assets"):
        kn.load(text())


def test_a_faulty_mesh_stays_faulty():
    flat = TETRAHEDRON.replace("v 0 0 1", "v 1 1 0").encode()
    for _ in range(2):
        with pytest.raises(kn.ModelError, match=r"too small to have an inertia|lie in a plane"):
            kn.load(text(), {"m.obj": flat})


def test_it_holds_no_more_than_it_may():
    limit = 20_000
    kn.set_asset_cache(limit)
    expected = None
    for scale in range(1, 40):
        m = kn.load(text(f'scale="{scale} 1 1"'), {"m.obj": TETRAHEDRON.encode()})
        expected = expected or fields(m)
        assert 0 < cache.asset_cache.size <= limit
    assert fields(kn.load(text('scale="1 1 1"'), {"m.obj": TETRAHEDRON.encode()})) == expected


def test_the_least_recently_used_goes_first():
    small = cache.AssetCache(capacity=3 * cache.ENTRY)
    for key in "abc":
        small.keep(key, key)
    small.find("a")
    small.keep("d", "d")
    assert [small.find(key) for key in "abcd"] == ["a", None, "c", "d"]


def test_nothing_is_kept_where_nothing_may_be():
    assert kn.set_asset_cache(0) == cache.CAPACITY
    kn.load(text(), {"m.obj": TETRAHEDRON.encode()})
    assert cache.asset_cache.size == 0
    assert kn.set_asset_cache(1 << 20) == 0


@pytest.mark.parametrize(("wrong", "error"), [(-1, ValueError), (1.5, TypeError), ("1", TypeError)])
def test_a_capacity_is_a_number_of_bytes(wrong, error):
    with pytest.raises(error, match="capacity"):
        kn.set_asset_cache(wrong)


def test_threads_may_load_at_once():
    assets = {"m.obj": DENTED.encode()}
    kn.set_asset_cache(8_000)  # so that some are thrown out while others are looked for
    texts = [text(f'scale="{1 + i % 5} 1 1"') for i in range(40)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda source: fields(kn.load(source, assets)), texts))
    for i, result in enumerate(found):
        assert result == found[i % 5]

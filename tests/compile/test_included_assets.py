"""Files that an included file names are found from the main file, else beside the one that names them."""

import mujoco
import numpy as np
import pytest

import knuckle as kn

MAIN = '<mujoco>{}<include file="part/a.xml"/><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
PART = '<mujoco><asset><mesh name="m" file="{}"/></asset></mujoco>'


def box(size: float) -> str:
    return "".join(f"v {x * size} {y * size} {z * size}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))


@pytest.mark.parametrize(
    ("compiler", "file", "sizes"),
    [
        ("", "g.obj", {"part/g.obj": 2}),
        ("", "g.obj", {"g.obj": 1, "part/g.obj": 2}),
        ("", "../geometry/g.obj", {"geometry/g.obj": 3}),
        ('<compiler meshdir="meshes"/>', "g.obj", {"meshes/g.obj": 1, "part/g.obj": 2}),
        ('<compiler meshdir="meshes"/>', "g.obj", {"part/g.obj": 2}),
    ],
)
def test_the_same_file_is_taken_as_by_the_reference(tmp_path, compiler, file, sizes):
    texts = {"main.xml": MAIN.format(compiler), "part/a.xml": PART.format(file)}
    for name, text in (texts | {name: box(size) for name, size in sizes.items()}).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    m, reference = kn.load(tmp_path / "main.xml"), mujoco.MjModel.from_xml_path(str(tmp_path / "main.xml"))
    assert np.abs(m.geom_size - reference.geom_size).max() < 1e-7


def test_one_that_is_nowhere_is_told_with_its_place(tmp_path):
    (tmp_path / "part").mkdir()
    (tmp_path / "main.xml").write_text(MAIN.format(""))
    (tmp_path / "part/a.xml").write_text(PART.format("none.obj"))
    with pytest.raises(kn.ModelError, match=r"part/a\.xml:1:16: <mesh .*cannot read .*none\.obj"):
        kn.load(tmp_path / "main.xml")

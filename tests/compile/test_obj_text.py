"""Texts of OBJ files are read alike however they are laid out, and their numbers to the last bit."""

import numpy as np
import pytest
from support.mesh_files import FACES, VERTICES
from support.model_difference import assert_same

from knuckle.assets.mesh.obj import read_obj
from knuckle.assets.mesh.obj_text import ObjText, integers, reals, separators_per_word

PLAIN = b"v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
LAYOUTS = {
    "plain": PLAIN,
    "windows": PLAIN.replace(b"\n", b"\r\n"),
    "old mac": PLAIN.replace(b"\n", b"\r"),
    "no last newline": PLAIN[:-1],
    "indented": PLAIN.replace(b"\n", b"\n \t "),
    "tabs": PLAIN.replace(b" ", b"\t"),
    "empty lines": PLAIN.replace(b"\n", b"\n\n\n"),
    "comments": b"# v 9 9 9\n" + PLAIN.replace(b"\n", b"\n# f 1 1 1\n", 3),
    "comments after": PLAIN.replace(b"v 1 0 0", b"v 1 0 0 # a corner"),
    "colours": PLAIN.replace(b"0 2 0", b"0 2 0 .1 .2 .3"),
    "all colours": b"".join(line + b" .1 .2 .3" * line.startswith(b"v") + b"\n" for line in PLAIN.splitlines()),
    "continued": PLAIN.replace(b"v 1 0", b"v 1 \\\n 0"),
    "exponents": PLAIN.replace(b"v 1 0 0", b"v 10e-1 0E5 -0.0e+1"),
    "signs": PLAIN.replace(b"v 1 0 0", b"v +1. +.0 -0.0"),
    "other keys": b"mtllib a.mtl\nvp 1 2\nusemtl x\ns off\n" + PLAIN.replace(b"f 2", b"usemtl y\nl 1 2\nf 2"),
    "groups first": b"o x\ng y\n" + PLAIN,
    "mixed corners": PLAIN.replace(b"f 1 3 2", b"f 1/ 3// 2").replace(b"f 1 2 4", b"f -4 -3 4"),
    "interleaved": b"vt 0 0\n" + PLAIN.replace(b"\nf", b"\nvt 1 1\nf", 2),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    mesh = read_obj(LAYOUTS[layout], "a.obj")
    assert np.array_equal(mesh.vertices, VERTICES) and np.array_equal(mesh.faces, FACES)


@pytest.mark.parametrize("style", ["{0}", "{0}/{1}", "{0}//{2}", "{0}/{1}/{2}"])
def test_corners_of_every_style_compile_to_the_references_numbers(style):
    rng = np.random.default_rng(2)
    rows = [f"v {x} {y} {z}\nvt {x} {z}\nvn {y} {z} 1" for x, y, z in rng.normal(size=(9, 3)).round(4)]
    polygons = [[1, 2, 3], [3, 2, 4, 5], [9, 8, 7, 6, 1], [2, 1, 5], [6, 5, 4, 3]]
    rows += ["f " + " ".join(style.format(i, 10 - i, (i * 4) % 9 + 1) for i in polygon) for polygon in polygons]
    if "2" not in style:
        rows = [row.rpartition("\n")[0] if "vn" in row else row for row in rows]
    text = """<mujoco><asset><mesh name="m" file="a.obj" inertia="shell"/></asset>
      <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>"""
    assert_same(text, {"a.obj": "\n".join(rows).encode()})


def test_numbers_are_read_to_the_last_bit():
    rng = np.random.default_rng(4)
    values = rng.normal(size=4000) * 10.0 ** rng.integers(-6, 7, 4000)
    for style in ("%.3f", "%.8f", "%.15f", "%.17g", "%.6e"):
        words = [style % value for value in values]
        assert np.array_equal(reals(" ".join(words).encode()), [float(word) for word in words]), style


def test_what_is_no_number_is_found():
    assert reals(b" 1 .5 -2. +3 ").tolist() == [1, 0.5, -2, 3] and reals(b"1e3 nan").tolist()[0] == 1000
    for text in (b"1 two 3", b"1-2", b"1.2.3", b"1 . 2 3-4", b"--1", b"1,2"):
        found = reals(text)
        assert found is None or len(found) != len(text.split()), text
    assert integers(b"1 2.5") is None and integers(b"7 8").tolist() == [7, 8]
    assert separators_per_word(b"1/2 3/4", b"/") == 1 and separators_per_word(b"1/2/3 4", b"/") == -1
    assert separators_per_word(b"", b"/") == -1


def test_lines_of_a_text():
    text = ObjText(b"v 1\n  vn 2\nvn\t3\nvnx 4\nvn")
    assert text.lines(b"v").tolist() == [0] and text.lines(b"vn").tolist() == [1, 2, 4]
    assert text.counts(text.lines(b"vn")).tolist() == [1, 1, 0]

"""What editors and type checkers know: stubs that say what is there, checked by mypy and pyright, completed by jedi."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import jedi
import numpy as np
import pytest

import knuckle as kn
from knuckle.functions.stage_texts import STAGE_TEXTS
from knuckle.spec.tree import NODES, Node
from knuckle_docs.signatures import declare_function
from knuckle_docs.stubs import kinds_by_owner, stubs

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PROGRAM = Path(__file__).parent / "support" / "typed_program.py"
EVERYTHING = """<mujoco>
  <asset>
    <mesh name="mesh" builtin="sphere" params="1"/><hfield name="hfield" nrow="2" ncol="2" size="1 1 1 1"/>
    <texture name="texture" type="2d" builtin="flat" width="8" height="8"/><material name="material"/>
  </asset>
  <custom>
    <numeric name="numeric" data="1"/><text name="text" data="a"/>
    <tuple name="tuple"><element objtype="body" objname="body"/></tuple>
  </custom>
  <worldbody>
    <light name="light"/><camera name="camera"/><site name="site"/><geom name="plane" type="plane" size="1 1 1"/>
    <body name="body"><joint name="joint"/><geom name="geom" size="1"/></body>
    <body name="other" pos="0 0 0.5"><freejoint/><geom name="ball" size="1"/></body>
  </worldbody>
  <contact><pair name="pair" geom1="plane" geom2="geom"/><exclude name="exclude" body1="body" body2="other"/></contact>
  <equality><joint name="equality" joint1="joint"/></equality>
  <tendon><fixed name="tendon"><joint joint="joint" coef="1"/></fixed></tendon>
  <actuator><motor name="actuator" joint="joint"/></actuator>
  <sensor><clock name="sensor"/></sensor>
  <keyframe><key name="key"/></keyframe>
</mujoco>"""


@cache
def model() -> kn.Model:
    """A model with one element of every kind."""
    return kn.load(EVERYTHING)


@cache
def touching() -> kn.Data:
    """A world with contacts."""
    d = kn.Data(model())
    kn.forward(model(), d)
    return d


def wrong_lines() -> set[int]:
    return {i for i, line in enumerate(PROGRAM.read_text(encoding="utf-8").splitlines(), 1) if line.endswith("# wrong")}


def stub_names(file: str, cls: str) -> set[str]:
    """The public attributes of a class in a stub."""
    tree = ast.parse((SOURCE / "knuckle" / "_stubs" / f"{file}.pyi").read_text(encoding="utf-8"))
    (body,) = (node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls)
    names = {node.target.id for node in body if isinstance(node, ast.AnnAssign)}
    names |= {node.name for node in body if isinstance(node, ast.FunctionDef)}
    return {name for name in names if not name.startswith("_")}


def public(owner: object) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


def test_stubs_are_up_to_date():
    for path, text in stubs().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `python docs/build.py`"
    assert set((SOURCE / "knuckle" / "_stubs").iterdir()) <= stubs().keys()
    assert (SOURCE / "knuckle" / "py.typed").exists()


def example(
    m: "kn.Model", point, scale=None, *, count: int = 3, out: np.ndarray | None = None
) -> tuple[np.ndarray, int]:
    """Say what it does."""
    return np.asarray(point), count


def test_a_signature_is_read_from_the_source_of_a_function():
    assert declare_function(example) == (
        "def example(m: kn.Model, point: ArrayLike, scale: ArrayLike | None = None, *, "
        "count: int = 3, out: NDArray[float64] | None = None) -> tuple[NDArray[float64], int]:\n"
        '    """Say what it does."""'
    )


def test_mypy_takes_what_is_right_and_refuses_what_is_wrong():
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", str(PROGRAM)]
    environment = {"MYPYPATH": str(SOURCE), "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "program")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    found = {int(line) for line in re.findall(rf"{PROGRAM.name}:(\d+): error", done.stdout)}
    assert found == wrong_lines(), done.stdout + done.stderr


def test_pyright_takes_what_is_right_and_refuses_what_is_wrong(tmp_path):
    shutil.copy(PROGRAM, tmp_path)
    settings = {"include": [PROGRAM.name], "extraPaths": [str(SOURCE)], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] == 1, done.stdout
    found = {line["range"]["start"]["line"] + 1 for line in report["generalDiagnostics"] if line["severity"] == "error"}
    assert found == wrong_lines(), done.stdout


def test_pyright_knows_the_type_of_every_public_name(tmp_path):
    command = [sys.executable, "-m", "pyright", "--verifytypes", "knuckle", "--ignoreexternal", "--outputjson"]
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run([*command, "--pythonpath", sys.executable], capture_output=True, text=True, env=environment)
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    public = [s for s in symbols if re.fullmatch(r"knuckle\.\w+|knuckle\._stubs\..+", s["name"])]
    assert {f"knuckle.{name}" for name in STAGE_TEXTS} <= {s["name"] for s in public}
    assert len(public) > 1000
    assert [s["name"] for s in public if not s["isTypeKnown"]] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d.q", {"qpos", "qvel", "qacc", "qfrc_applied"}),
        ("d.qpos.resh", {"reshape"}),
        ("m.opt.inte", {"integrator"}),
        ("m.joint('hip').ra", {"range"}),
        ("d.body('torso').xp", {"xpos"}),
        ("kn.jac_", {"jac_body", "jac_site"}),
        ("kn.Spec().worldbody.add_geom().fric", {"friction"}),
    ],
)
def test_jedi_completes(text, expected, tmp_path):
    program = f"import knuckle as kn\nm = kn.load('x.xml')\nd = kn.Data(m)\n{text}"
    project = jedi.Project(str(tmp_path), added_sys_path=[str(SOURCE)])
    script = jedi.Script(program, path=str(tmp_path / "program.py"), project=project)
    assert expected <= {completion.name for completion in script.complete(4, len(text))}


def test_jedi_shows_meaning_and_unit(tmp_path):
    program = "import knuckle as kn\nd = kn.Data(kn.load('x.xml'))\nd.qpos"
    project = jedi.Project(str(tmp_path), added_sys_path=[str(SOURCE)])
    (name,) = (c for c in jedi.Script(program, project=project).complete(3, 6) if c.name == "qpos")
    assert "Joint positions" in name.docstring()
    assert "[m or rad]" in name.docstring()


@pytest.mark.parametrize(
    ("file", "cls", "owner"),
    [
        ("model", "Model", model),
        ("data", "Data", touching),
        ("batch", "Batch", lambda: kn.Batch(model(), 1)),
        ("spec", "Spec", lambda: kn.Spec()),
        ("contacts", "ContactList", lambda: touching().contact),
        ("contacts", "SolverStatistics", lambda: touching().solver),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_stub_has_the_attributes_that_there_are(file, cls, owner):
    assert stub_names(file, cls) == public(owner())


def test_the_stub_of_a_contact_has_its_attributes():
    assert len(touching().contact) > 0
    assert stub_names("contacts", "Contact") == public(touching().contact[0]) | {"id"}


def test_stubs_of_options_have_the_options_that_there_are():
    m = model()
    groups = {"Options": m.opt, "Flags": m.opt.flags, "Statistics": m.stat}
    for cls, group in groups.items():
        assert stub_names("options", cls) == set(group), cls
    assert stub_names("display", "Display") == {*m.vis, "as_dict"}
    for name in m.vis:
        assert stub_names("display", f"Display{name.rstrip('_').title()}") == set(getattr(m.vis, name))


@pytest.mark.parametrize(("owner", "kind"), kinds_by_owner())
def test_stubs_of_elements_have_the_attributes_that_there_are(owner, kind):
    element = getattr(model() if owner == "Model" else touching(), kind)(kind)
    assert stub_names("elements", f"{owner}{kind.title()}") == public(element)


@pytest.mark.parametrize("cls", NODES.values(), ids=list(NODES))
def test_stubs_of_nodes_have_the_attributes_that_there_are(cls):
    hidden = {
        *Node.__dataclass_fields__,
        "label",
        "tag",
        "key",
        "made",
        "owner",
        "inertial_frames",
        "parts",
        "shortcut",
        "place",
    }
    there = public(cls()) - hidden
    routes = {"spatial": {"add_joint"}, "fixed": {"add_site", "add_geom", "add_pulley"}}
    assert stub_names("spec", cls.__name__) == there - routes.get(cls().tag, set())


def test_types_in_stubs_are_those_of_the_arrays():
    for file, cls, owner in (("model", "Model", model()), ("data", "Data", touching())):
        text = (SOURCE / "knuckle" / "_stubs" / f"{file}.pyi").read_text(encoding="utf-8")
        found = re.findall(r"^    (\w+): (Array|FixedArray)\[(\w+)\]", text.partition(f"class {cls}")[2], re.M)
        assert len(found) > 100
        for name, kind, dtype in found:
            array = getattr(owner, name)
            assert np.issubdtype(array.dtype, getattr(np, dtype)), name
            assert array.flags.writeable == (kind == "Array"), name

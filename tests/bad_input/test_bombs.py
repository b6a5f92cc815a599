"""Small causes with huge effects: each ends in an error within seconds, and within bounded memory."""

import re
import subprocess
import sys

import pytest

import knuckle as kn

pytest.importorskip("resource")  # limits of memory exist on POSIX systems only

SECONDS = 30

# what a process of its own runs with at most `gigabytes` of address space -> words of the error
PROLOGUE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
import knuckle as kn
def model(inner): return "<mujoco>" + inner + "</mujoco>"
def world(inner): return model("<worldbody>" + inner + "</worldbody>")
try:
    {code}
except (kn.KnuckleError, MemoryError) as error:
    print(type(error).__name__, str(error)[:2000])
"""
FEWER_COPIES = "from knuckle.spec.copying import Budget; Budget.__init__.__defaults__ = (20000,); "
FREE = "<body><freejoint/><geom size='1'/></body>"
BOMBS = {
    # counts that cost a few letters
    "user data": (
        "kn.load(model('<size nuserdata=\"2000000000\"/>'))",
        1,
        "ModelError.*:1:9: <size>: nuserdata is too",
    ),
    "user data 1e12": ("kn.load(model('<size nuserdata=\"1000000000000\"/>'))", 1, "ModelError.*nuserdata.*too large"),
    "keys": ("kn.load(model('<size nkey=\"1000000000\"/>'))", 1, "ModelError.*nkey is too large"),
    "keys of many": (
        f"kn.load(model('<size nkey=\"20000000\"/><worldbody>' + {FREE!r} + '</worldbody>'))",
        1,
        "ModelError.*nkey is too large: it asks for 280000000 numbers",
    ),
    "user data of bodies": ("kn.load(model('<size nuser_body=\"2000000000\"/>'))", 1, "ModelError.*nuser_body is too"),
    "user data of geoms": (
        "kn.load(model('<size nuser_geom=\"1000000\"/><worldbody>' + '<geom size=\"1\"/>' * 1000 + '</worldbody>'))",
        1,
        "ModelError.*nuser_geom is too large: it asks for 1000000000",
    ),
    "numeric": (
        'kn.load(model(\'<custom><numeric name="n" size="2000000000"/></custom>\'))',
        1,
        "ModelError.*too large",
    ),
    "numeric 1e12": ('kn.load(model(\'<custom><numeric name="n" size="1000000000000"/></custom>\'))', 1, "too large"),
    "many numerics": (
        "kn.load(model('<custom>' + ''.join(f'<numeric name=\"{i}\" size=\"9000000\"/>' for i in range(99))"
        " + '</custom>'))",
        1,
        "ModelError.*all numerics may have 16777216 values at most",
    ),
    "texture": (
        'm = kn.load(model(\'<asset><texture name="t" builtin="flat" width="1000000" height="1000000"/></asset>\'));'
        " print('loaded', m.tex_width)",
        1,
        "loaded .1000000",  # pixels are made when they are drawn
    ),
    "worlds": (f"kn.Batch(kn.load(world({FREE!r})), 10**9)", 3, "KnuckleError.*no memory for 1000000000 worlds"),
    # texts that swell
    "gigabyte": ("kn.load('<mujoco model=\"' + 'x' * 10**9 + '\"/>')", 4, "ModelError.*1000000018 characters"),
    "gigabyte of bytes": (
        "kn.Model.from_xml_string(b'<' + b' ' * 10**9)",
        4,
        "ModelError.*1000000001 bytes, more than",
    ),
    # with lower limits, for a million of anything takes seconds
    "attributes": (
        "from knuckle.parse import xml; xml.MAX_ALL_ATTRIBUTES = 300000;"
        " kn.load(model(('<geom ' + ' '.join(f'a{i}=\"{i}\"' for i in range(900)) + '/>') * 20000))",
        3,
        "ModelError.*more than 300000 attributes",
    ),
    "attributes of one": (
        "kn.load('<mujoco ' + ' '.join(f'a{i}=\"{i}\"' for i in range(10**6)) + '/>')",
        1,
        "ModelError.*more than 1000 attributes in one element",
    ),
    "elements": (
        "from knuckle.parse import xml; xml.MAX_ELEMENTS = 100000; kn.load(model('<worldbody/>' * 1000001))",
        2,
        "ModelError.*more than 100000 elements",
    ),
    "faults": ("kn.load(world('<geom/>' * 20000))", 1, "ModelError.*201 problems"),
    "lines": ("kn.load(model(chr(10) * 200000000))", 2, "ModelError.*200000000 lines, more than"),
    "numbers": ("kn.load(world('<geom size=\"' + '11 ' * 60000000 + '\"/>'))", 2, "ModelError.*size has more than"),
    "user numbers": (
        "kn.load(world('<geom size=\"1\" user=\"' + '11 ' * 60000000 + '\"/>'))",
        2,
        "ModelError.*user has more than 4194304 values",
    ),
    "one long number": ("kn.load(model('<option timestep=\"' + '1' * 10**7 + 'x\"/>'))", 1, "ModelError.*not a number"),
    "laughs": (
        "kn.load('<!DOCTYPE m [' + ''.join(f'<!ENTITY l{i + 1} \"{f\"&l{i};\" * 10}\">' for i in range(30)) + ']>'"
        " + '<mujoco><option timestep=\"&l30;\"/></mujoco>')",
        1,
        "ModelError.*&l30;.* is not a number",
    ),
    "near names": (
        "kn.load(model('<asset>' + ''.join(f'<material name=\"material{i:0100d}\"/>' for i in range(4990)) + '</asset>"
        "<worldbody>' + ''.join(f'<geom size=\"1\" material=\"meterial{i:0100d}\"/>' for i in range(500))"
        " + '</worldbody>'))",
        1,
        "ModelError.*201 problems.*no material",
    ),
    # depth
    "nesting": ("kn.load('<a>' * 10**6)", 1, "ModelError.*nested more than 498 deep"),
    "nested defaults": ("kn.load(model('<default class=\"a\">' * 10**5))", 1, "ModelError.*nested more than"),
    "chains": (
        "kn.load(world(('<body>' + '<joint/>' * 6 + '<geom size=\"1\"/>') * 490 + '</body>' * 490))",
        1,
        "ModelError.*inertia matrix would have 4323270 entries",
    ),
    "includes": (
        "kn.Model.from_xml_string(model('<include file=\"0\"/>'), assets={str(i): f'<m><include file=\"{i + 1}\"/></m>'"
        " for i in range(5000)})",
        1,
        "ModelError.*not among the assets",
    ),
    # copies of copies
    "replicas": (
        FEWER_COPIES + "kn.load(world('<replicate count=\"100\">' * 40 + '<body name=\"b\"/>' + '</replicate>' * 40))",
        2,
        "ModelError.*more than the 262144 elements that a model may have copied",
    ),
    "replicas of one": (
        FEWER_COPIES + 'kn.load(world(\'<replicate count="2000000000"><geom size="1"/></replicate>\'))',
        2,
        "ModelError.*:1:20: <replicate>: the copies would be more than",
    ),
    "replicated clocks": (
        FEWER_COPIES + 'kn.load(model(\'<worldbody><replicate count="60"><geom size="1"/></replicate></worldbody>'
        "<sensor><clock/></sensor>'))",
        2,
        "ModelError.*more than the 262144 elements",
    ),
    "models": (
        FEWER_COPIES
        + 'kn.Model.from_xml_string(model(\'<asset><model name="m" file="0"/></asset>\'), assets={str(i): model('
        'f\'<asset><model name="m" file="{i + 1}"/></asset><worldbody><geom size="1"/><attach model="m" '
        'prefix="a"/><attach model="m" prefix="b"/></worldbody>\') for i in range(40)} | {\'40\': model(\'\')})',
        2,
        "ModelError.*more than the 262144 elements",
    ),
    "models in models": (
        'kn.Model.from_xml_string(model(\'<asset><model name="m" file="0"/></asset>\'), assets={str(i): model('
        'f\'<asset><model name="m" file="{i + 1}"/></asset>\') for i in range(3000)})',
        1,
        "ModelError.*models are attached more than",
    ),
}


@pytest.fixture(scope="module", autouse=True)
def compiled_kernels():
    """Kernels are compiled before memory is limited."""
    kn.Batch(kn.load("<mujoco/>"), 1)


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_ends_in_an_error(name):
    code, gigabytes, words = BOMBS[name]
    script = PROLOGUE.format(limit=(gigabytes + 1) << 30, seconds=SECONDS, code=code)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=2 * SECONDS)
    assert done.returncode == 0, done.stderr[-2000:]
    assert re.search(words, done.stdout, re.DOTALL), done.stdout[:1000]

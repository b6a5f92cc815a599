"""What people see when they print: names of members, one line for each option, tables in notebooks."""

import re
from enum import IntEnum, IntFlag
from html.parser import HTMLParser

import pytest

import knuckle as kn
from knuckle.schema import enums
from knuckle.schema.named import NamedBits, NamedInt

EVIL = "<script>alert(1)</script>"
QUOTED = EVIL.replace("<", "&lt;").replace(">", "&gt;")
TEXT = f"""<mujoco model="{QUOTED}">
  <option timestep="0.003" integrator="RK4"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="{QUOTED}" pos="0 0 0.4"><freejoint/><geom name="{QUOTED}" size="0.5"/></body>
  </worldbody>
</mujoco>"""
ENUMS = [value for value in vars(enums).values() if isinstance(value, type) and value.__module__ == enums.__name__]


class Reader(HTMLParser):
    """Collects the tags and the texts of a page."""

    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.texts.append(data)


def test_every_enumeration_is_public_and_prints_by_name():
    assert len(ENUMS) == 36
    for enum in [*ENUMS, kn.Status]:
        assert getattr(kn, enum.__name__) is enum
        assert issubclass(enum, NamedInt | NamedBits)
        assert enum.__doc__ not in (IntEnum.__doc__, IntFlag.__doc__)
        for member in enum:
            assert str(member) == f"{member}" == member.name.lower()
            assert f"{member:d}" == "%d" % member == str(member.value)  # noqa: UP031
            assert repr(member) == f"<{enum.__name__}.{member.name}: {member.value}>"


def test_bits_print_as_their_names():
    assert str(kn.State.QPOS | kn.State.QVEL) == "qpos|qvel"
    assert f"{kn.DisableBit(0)}" == "none"
    assert f"{kn.DisableBit.CONTACT:#x}" == "0x10"
    assert f"{kn.Integrator.RK4:>6}" == "   rk4"
    assert str(kn.DisableBit(1 << 25)) == str(1 << 25)


def test_options_say_their_names_and_take_what_they_say():
    m = kn.load(TEXT)
    assert str(m.opt.integrator) == "rk4"
    for name in ("integrator", "cone", "solver", "jacobian", "collision", "position_update"):
        setattr(m.opt, name, str(getattr(m.opt, name)))
    assert m.opt.integrator is kn.Integrator.RK4
    lines = repr(m.opt).splitlines()
    assert lines[0] == "Options"
    assert [line.split()[0] for line in lines[1:]] == list(m.opt)
    assert re.search(r"^  timestep +0\.003$", repr(m.opt), re.M)
    assert re.search(r"^  integrator +rk4$", repr(m.opt), re.M)
    assert re.search(r"^  gravity +\[0, 0, -9\.81\]$", repr(m.opt), re.M)


def test_models_data_and_batches_say_what_they_are():
    m = kn.load(TEXT.replace(QUOTED, "ball"))
    d = kn.Data(m)
    kn.forward(m, d)
    assert repr(m) == "<Model 'ball': 2 bodies, 1 joint, 6 dofs, 2 geoms, timestep 0.003 s>"
    assert repr(d) == f"<Data of {m!r}: time 0 s, 1 contact>"
    d.status = kn.Status.BAD_QPOS
    assert repr(d).endswith("1 contact, status bad_qpos>")
    batch = kn.Batch(m, 5, keep=["qacc"])
    assert repr(batch) == f"<Batch of 5 worlds in float64, {batch.lanes} to a register, keeps qacc, of {m!r}>"
    assert "all fields kept" in repr(kn.Batch(m, 5))
    assert re.fullmatch(r"<Statistics of the constraint solver: \d+ iterations in the first island>", repr(d.solver))


@pytest.mark.parametrize("name", ["model", "opt", "flags", "vis", "data", "batch", "body", "body of data"])
def test_notebooks_show_a_table_in_which_names_are_only_text(name):
    m = kn.load(TEXT)
    d = kn.Data(m)
    owners = {"model": m, "opt": m.opt, "flags": m.opt.flags, "vis": m.vis, "data": d, "batch": kn.Batch(m, 2)}
    owner = (owners | {"body": m.body(1), "body of data": d.body(1)})[name]
    page = Reader()
    page.feed(owner._repr_html_())
    assert set(page.tags) == {"table", "caption", "tr", "th", "td"}
    assert page.tags.count("tr") >= 4
    if name not in ("opt", "flags", "vis"):
        assert EVIL in "".join(page.texts)


def test_long_values_are_cut():
    m = kn.load("<mujoco><worldbody>" + "<body><joint/><geom size='1'/></body>" * 50 + "</worldbody></mujoco>")
    html = kn.Data(m)._repr_html_()
    assert "[0, 0, 0, 0, 0, 0, 0, 0, …]" in html
    assert len(html) < 2000


def test_an_option_that_is_not_simulated_says_what_to_take_instead():
    m = kn.load("<mujoco/>")
    with pytest.raises(kn.UnsupportedError, match=r"'ipc' is not simulated yet; leave it off"):
        m.opt.flags.ipc = True

"""Every finding of the model doctor appears where it should, and a good model has none that are severe."""

import json
import zipfile

import pytest
from support import corpus

import knuckle as kn
from knuckle.cli.main import main

HINGE = '<mujoco>{head}<worldbody>{world}<body name="b" pos="0 0 1"><joint name="j" axis="0 1 0" {joint}/>{geom}</body>'
HINGE += "</worldbody>{tail}</mujoco>"
GEOM = '<geom name="g" size=".1" mass="1" pos=".5 0 0"/>'


def hinge(head="", world="", joint="", geom=GEOM, tail="") -> str:
    return HINGE.format(head=head, world=world, joint=joint, geom=geom, tail=tail)


def motor(attributes: str) -> str:
    return f'<actuator><motor name="m" joint="j" {attributes}/></actuator>'


def chain(light: float, heavy: float) -> str:
    inner = f'<body><joint/><geom size=".1" pos=".2 0 0" mass="{heavy}"/></body>'
    return hinge(geom=f'<geom size=".01" pos=".1 0 0" mass="{light}"/>{inner}')


# an open box of thin walls: its hull is many times its own volume
WALL = '<mesh name="cup" vertex="{}" face="{}"/>'


def cup() -> str:
    corners = [(x, y, z) for z in (0.0, 1.0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    inner = [(0.95 * x, 0.95 * y, 0.05 if z == 0 else 1.0) for x, y, z in corners]
    quads = [(3, 2, 1, 0), (8, 9, 10, 11)]
    for i in range(4):
        j = (i + 1) % 4
        quads += [(i, j, 4 + j, 4 + i), (8 + j, 8 + i, 12 + i, 12 + j), (4 + i, 4 + j, 12 + j, 12 + i)]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    words = [" ".join(str(x) for row in rows for x in row) for rows in (corners + inner, faces)]
    return hinge(f"<asset>{WALL.format(*words)}</asset>", geom='<geom type="mesh" mesh="cup"/>')


CASES = {
    "mass_ratio": (chain(0.001, 1.0), "warning"),
    "tiny_inertia": (hinge(geom='<geom size=".0005" mass="1e-6"/>'), "warning"),
    "overlap": (hinge(world='<geom name="block" type="box" size=".2 .2 .2" pos=".5 0 1.1"/>'), "severe"),
    "hollow_mesh": (cup(), "warning"),
    "timestep": (hinge(joint='stiffness="1e7"'), "severe"),
    "solref": (hinge(geom=GEOM.replace("/>", ' solref="-1e9 -10"/>')), "severe"),
    "weak_actuator": (hinge(tail=motor('ctrlrange="-1 1" ctrllimited="true" gear="2"')), "warning"),
    "unused_asset": (hinge("<asset><material name='paint'/></asset>"), "note"),
    "unused_class": (hinge("<default><default class='spare'><geom rgba='1 0 0 1'/></default></default>"), "note"),
    "similar_names": (hinge(world='<geom name="G" size=".01" contype="0" conaffinity="0"/>'), "note"),
}


@pytest.mark.parametrize("code", CASES)
def test_a_finding_appears_with_place_reason_and_advice(code):
    text, severity = CASES[code]
    report = kn.check(text)
    assert {finding.code for finding in report} == {code}
    finding = report.of(code)[0]
    assert finding.severity == severity and finding.found and finding.why and finding.advice
    assert finding.where.startswith("<string>:") and finding.about in repr(report)


def test_a_sound_model_has_no_findings():
    report = kn.check(hinge())
    assert not report.findings and repr(report) == "MuJoCo Model: nothing found"


def test_an_impossible_inertia_is_severe():
    """The compiler refuses it in a file; a program can still write it."""
    m = kn.load(hinge())
    m.body_inertia[1] = (1.0, 1.0, 3.0)
    (finding,) = kn.check(m).severe
    assert finding.code == "impossible_inertia" and finding.about == 'body "b"' and finding.where == ""


def test_an_inertia_of_another_size_than_the_shape_is_told():
    inertial = '<inertial pos=".5 0 0" mass="1" diaginertia="50 50 50"/>'
    (finding,) = kn.check(hinge(geom=inertial + GEOM))
    assert finding.code == "impossible_inertia" and finding.severity is kn.Severity.WARNING


@pytest.mark.parametrize(
    ("joint", "tail"),
    [
        ('stiffness="1e7"', ""),
        ("", '<actuator><position joint="j" kp="1e7"/></actuator>'),
        ("", '<actuator><velocity joint="j" kv="1e4"/></actuator>'),
        ("", '<tendon><fixed stiffness="1e7"><joint joint="j" coef="1"/></fixed></tendon>'),
    ],
    ids=["spring", "position servo", "velocity servo", "tendon"],
)
def test_a_time_step_that_is_too_long_diverges_and_the_advised_one_does_not(joint, tail):
    """The advice holds in simulation: the motion grows with the step of the model and stays bounded with the other."""
    text = hinge('<option gravity="0 0 0"/>', joint=joint, tail=tail)
    (finding,) = kn.check(text).of("timestep")
    advised = float(finding.advice.split("at most ")[1].split()[0])
    assert _largest_speed(text, None) > 100.0 > 10.0 > _largest_speed(text, advised)


def _largest_speed(text: str, timestep: float | None) -> float:
    m = kn.load(text)
    if timestep is not None:
        m.opt.timestep = timestep
    d, largest = kn.Data(m), 0.0
    d.qvel[0] = 1.0
    for _ in range(300):
        try:
            kn.step(m, d)
        except kn.SimulationWarning:  # warnings are errors in tests
            return float("inf")
        largest = max(largest, abs(float(d.qvel[0])))
    return largest


def test_damping_of_joints_is_implicit_in_an_euler_step():
    assert not kn.check(hinge(joint='damping="1e5"')).findings
    assert kn.check(hinge('<option><flag eulerdamp="disable"/></option>', joint='damping="1e5"')).of("timestep")


def test_an_actuator_that_can_hold_the_weight_is_not_told():
    """1 kg at 0.5 m needs 4.9 N m."""
    for strength, weak in ((4.8, True), (5.0, False)):
        text = hinge(tail=motor(f'forcerange="-{strength} {strength}"'))
        assert bool(kn.check(text).of("weak_actuator")) is weak
    servo = '<actuator><position joint="j" kp="{}" ctrlrange="-1 1"/></actuator>'
    assert kn.check(hinge(tail=servo.format(4))).of("weak_actuator")
    assert not kn.check(hinge(tail=servo.format(6))).of("weak_actuator")


def test_a_class_is_used_where_one_inside_it_is():
    classes = (
        "<default><default class='outer'><default class='inner'><geom rgba='1 0 0 1'/></default></default></default>"
    )
    assert not kn.check(hinge(classes, geom=GEOM.replace("<geom", "<geom class='inner'"))).findings


def test_the_report_is_plain_data_too(tmp_path, capsys):
    file = tmp_path / "weak.xml"
    file.write_text(CASES["overlap"][0])
    assert main(["check", str(file), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["findings"]
    assert told[0]["code"] == "overlap" and told[0]["where"].startswith(str(file)) and told[0]["severity"] == "severe"


def test_the_command_says_what_was_found(tmp_path, capsys):
    file = tmp_path / "weak.xml"
    file.write_text(CASES["weak_actuator"][0])
    assert main(["check", str(file)]) == 0
    assert "weak_actuator" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "none.xml")]) == 2


def test_a_compiled_file_is_checked_too(tmp_path):
    kn.load(CASES["overlap"][0]).save(tmp_path / "m.knm")
    assert kn.check(tmp_path / "m.knm").of("overlap")
    (tmp_path / "m.knm").rename(tmp_path / "m.bin")
    assert kn.check(tmp_path / "m.bin").of("overlap")


def test_an_archive_is_checked_with_the_files_in_it(tmp_path, capsys):
    classes = "<mujoco>\n<default>\n<default class='spare'/></default></mujoco>"
    with zipfile.ZipFile(tmp_path / "robot.mjz", "w") as archive:
        archive.writestr("model.xml", CASES["overlap"][0].replace("<worldbody>", '<include file="c.xml"/><worldbody>'))
        archive.writestr("c.xml", classes)
    report = kn.check(tmp_path / "robot.mjz")
    assert {finding.code for finding in report} == {"overlap", "unused_class"}
    assert "robot.mjz/model.xml:1" in report.of("overlap")[0].where
    assert report.of("unused_class")[0].where == "c.xml:3:1"
    assert main(["check", str(tmp_path / "robot.mjz")]) == 1
    assert "overlap" in capsys.readouterr().out


def test_what_is_no_model_is_refused():
    with pytest.raises(TypeError, match="expected a Model"):
        kn.check(3)


def test_a_good_model_has_no_severe_findings():
    folder = corpus.archive_folder()
    if folder is None:
        pytest.skip(corpus.missing()[0])
    assert not kn.check(folder / "mujoco" / "humanoid" / "humanoid.xml").severe

"""Lists and fields of a Spec hold what belongs there: all else is refused in words, and nothing runs for ever."""

import pytest

import knuckle as kn
from knuckle.spec.copying import Budget

USES = {
    "compile": lambda spec: spec.compile(),
    "to_xml": lambda spec: spec.to_xml(),
    "copy": lambda spec: spec.copy(),
    "find": lambda spec: spec.find("geom", "g"),
    "move": lambda spec: spec.move(spec.worldbody.children[0], spec.worldbody),
    "delete": lambda spec: spec.delete(spec.worldbody.children[0]),
    "rename": lambda spec: spec.rename(spec.worldbody.children[0], "other"),
    "attach": lambda spec: kn.Spec().attach(spec, prefix="p-"),
    "attach a part": lambda spec: kn.Spec().attach(spec, prefix="p-", part=spec.worldbody.children[0]),
}


@pytest.fixture
def spec() -> kn.Spec:
    made = kn.Spec()
    body = made.worldbody.add_body(name="a")
    body.add_joint(name="j")
    body.add_geom(name="g", size=[0.1])
    body.add_body(name="c").add_geom(name="h", size=[0.1])
    return made


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_body_inside_of_itself_ends_in_a_fault(spec, use):
    spec.find("body", "c").children.append(spec.find("body", "a"))
    with pytest.raises(kn.ModelError, match=r'test_misuse\.py.*<body name="a">: is in the tree twice'):
        use(spec)


def test_an_element_in_two_places_is_a_fault(spec):
    spec.worldbody.children.append(spec.find("body", "c"))
    with pytest.raises(kn.ModelError, match='<body name="c">: is in the tree twice; move it with'):
        spec.compile()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda s: s.worldbody.children.append(3), "children: expected bodies, frames .*found 3"),
        (lambda s: s.worldbody.children.append(s.add_numeric(name="n", data=[1])), "children: expected .*numeric"),
        (lambda s: setattr(s.find("body", "a"), "children", None), "children: expected a list of elements, found None"),
        (lambda s: s.actuators.append(None), "actuators: expected elements of kind actuator, found None"),
        (lambda s: s.sensors.append(s.find("geom", "g")), "sensors: expected elements of kind sensor, found .*geom"),
        (lambda s: setattr(s, "sensors", None), "sensors: expected a list of elements, found None"),
        (lambda s: s.numerics.extend([s.add_numeric(name="n", data=[1])] * 2), "numerics: an element .* twice"),
    ],
)
def test_lists_hold_elements_of_their_kind(spec, spoil, words):
    spoil(spec)
    for use in (spec.compile, spec.to_xml, spec.copy):
        with pytest.raises(kn.ModelError, match=words):
            use()


@pytest.mark.parametrize(
    ("name", "value"), [("worldbody", None), ("option", None), ("model", 3), ("model", "a\0b"), ("compiler", "radian")]
)
def test_fields_hold_what_they_are_for(spec, name, value):
    former = getattr(spec, name)
    with pytest.raises(TypeError, match=f"{name}: expected"):
        setattr(spec, name, value)
    assert getattr(spec, name) is former


def test_a_text_is_no_name_of_a_model():
    with pytest.raises(kn.ModelError, match=r"test_misuse\.py.*use Spec\.from_string"):
        kn.Spec("<mujoco/>")


def test_arguments_of_another_type_are_refused(spec):
    with pytest.raises(TypeError, match="find: expected a name, found 3"):
        spec.find("body", 3)
    with pytest.raises(TypeError, match="expected prefix to be a text, found 3"):
        spec.attach(kn.Spec(), prefix=3)
    with pytest.raises(kn.ModelError, match="the world body cannot be moved"):
        spec.move(spec.worldbody, spec.find("body", "a"))


@pytest.mark.parametrize(("name", "value"), [("name", "x"), ("pos", (1, 2, 3)), ("mocap", True), ("gravcomp", 1)])
def test_the_world_body_is_nothing_but_the_world(spec, name, value):
    with pytest.raises(kn.ModelError, match=rf"test_misuse\.py.*<worldbody>: {name}: the world body has no attributes"):
        setattr(spec.worldbody, name, value)
    assert spec.compile().names("body") == ["world", "a", "c"]
    assert spec.copy().worldbody.name == "world"


def test_the_world_body_of_another_spec_is_attached_as_a_body(spec):
    other = kn.Spec()
    new = other.attach(spec, prefix="p-", part=spec.worldbody)
    new.pos = (1, 2, 3)
    assert other.compile().names("body") == ["world", "p-world", "p-a", "p-c"]
    with pytest.raises(kn.ModelError, match="attached to itself in parts"):
        spec.attach(spec, prefix="p-", part=spec.worldbody)


def test_too_many_copies_are_refused_before_anything_changes(spec, monkeypatch):
    monkeypatch.setattr("knuckle.edit.spec.Budget", lambda: Budget(left=5))
    spec.add_material(name="m")
    spec.add_sensor("clock", name="s")
    spec.add_key(qpos=[0.5])
    other, before = kn.Spec(), kn.Spec().to_xml(canonical=True)
    with pytest.raises(kn.ModelError, match=r"test_misuse\.py.*more than the \d+ elements"):
        other.attach(spec, prefix="p-")
    assert other.to_xml(canonical=True) == before

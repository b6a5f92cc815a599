"""Contact parameters in physical units do what they say, with the reference as the simulator."""

import mujoco
import numpy as np
import pytest
from support.reference import both

import knuckle as kn
from knuckle.contact_terms.restitution import damping_ratio_for, restitution_of, stepped_restitution
from knuckle.contact_terms.terms import ContactTerms
from knuckle.parse import load_string

BALL = """
<mujoco><option timestep="{timestep}" cone="{cone}" integrator="{integrator}"/><worldbody>
  <geom name="floor" type="plane" size="1 1 1" condim="{condim}" friction="{friction}" priority="1" {parameters}/>
  <body pos="0 0 {height}"><freejoint/><geom name="ball" size=".1" mass="{mass}"/></body>
</worldbody></mujoco>
"""


def ball(terms: ContactTerms | None, height=0.0, mass=1.0, cone="elliptic", condim=3, friction=0.5, integrator="Euler"):
    parameters = ""
    if terms is not None:
        parameters = f'solref="{terms.solref[0]} {terms.solref[1]}" solimp="{" ".join(map(str, terms.solimp))}"'
    return BALL.format(
        timestep=0.002 if terms is None else terms.timestep,
        cone=cone,
        integrator=integrator,
        condim=condim,
        friction=friction,
        parameters=parameters,
        height=height + 0.1,
        mass=mass,
    )


def bounce(xml: str) -> float:
    """Height of the first bounce, clear of the floor, over the height of the fall."""
    m = mujoco.MjModel.from_xml_string(xml)
    d = mujoco.MjData(m)
    start = d.qpos[2] - 0.1
    while d.qpos[2] >= 0.1 or d.qvel[2] >= 0:
        mujoco.mj_step(m, d)
    while d.qpos[2] < 0.1 or d.qvel[2] > 0:
        mujoco.mj_step(m, d)
        assert d.time < 5
    return (d.qpos[2] - 0.1) / start


@pytest.mark.parametrize("cone", ["elliptic", "pyramidal"])
@pytest.mark.parametrize("restitution", [0.4, 0.5, 0.7, 0.9, 1.0])
def test_a_ball_bounces_to_the_height_that_restitution_says(restitution, cone):
    terms = kn.contact_parameters(restitution=restitution, timestep=0.002)
    for height, mass in ((0.6, 1.0), (1.0, 0.01), (1.37, 100.0)):
        found = bounce(ball(terms, height, mass, cone))
        assert found == pytest.approx(restitution**2, rel=0.03)  # where in a step contact begins is chance


@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
def test_the_bounce_is_that_of_every_integrator_but_runge_kutta(integrator):
    terms = kn.contact_parameters(restitution=0.6, timestep=0.001)
    assert bounce(ball(terms, 1.0, integrator=integrator)) == pytest.approx(0.36, rel=0.03)


@pytest.mark.parametrize("restitution", [0.3, 0.6, 0.9])
def test_a_soft_contact_bounces_by_its_restitution_too(restitution):
    """Short steps and a fast impact: the height lost to the depth at which the ball comes free stays small."""
    terms = kn.contact_parameters(stiffness=1e6, restitution=restitution, mass=1.0, timestep=2e-5)
    assert bounce(ball(terms, 1.0, integrator="RK4")) == pytest.approx(restitution**2, rel=0.03)
    assert terms.restitution == pytest.approx(restitution, rel=0.01)


@pytest.mark.parametrize("friction", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(("cone", "condim"), [("elliptic", 3), ("pyramidal", 1), ("pyramidal", 3), ("pyramidal", 6)])
def test_the_depth_at_rest_is_that_of_the_model_s_terms(cone, condim, friction):
    xml = ball(
        kn.contact_parameters(stiffness=1e4, damping=200.0, mass=2.0, timestep=0.002),
        mass=2.0,
        cone=cone,
        condim=condim,
        friction=friction,
    )
    m, reference = both(xml)
    terms = kn.contact_between(m, "ball", "floor")
    if cone == "elliptic" or condim == 1:
        assert terms.stiffness == pytest.approx(1e4, rel=1e-9) and terms.damping == pytest.approx(200, rel=1e-9)
    reference.opt.timestep = min(0.002, terms.largest_timestep / 4)
    d = mujoco.MjData(reference)
    while d.time < 3:
        mujoco.mj_step(reference, d)
    assert 0.1 - d.qpos[2] == pytest.approx(terms.depth(2.0 * 9.81), rel=1e-3)


def test_frequency_and_damping_ratio_are_those_of_the_motion():
    terms = kn.contact_parameters(stiffness=400.0, damping=2.0, mass=1.0, timestep=1e-4)
    m = mujoco.MjModel.from_xml_string(ball(terms))
    d = mujoco.MjData(m)
    heights = []
    while d.time < 1.2:
        mujoco.mj_step(m, d)
        heights.append(d.qpos[2])
    rest = 0.1 - terms.depth(9.81)
    swing = np.array(heights) - rest
    crossings = np.flatnonzero(np.diff(np.sign(swing)))[:5]
    period = 2 * np.diff(crossings).mean() * terms.timestep
    expected = 2 * np.pi / (terms.frequency * np.sqrt(1 - terms.damping_ratio**2))
    assert period == pytest.approx(expected, rel=2e-3)
    assert terms.time_constant == pytest.approx(1 / (terms.damping_ratio * terms.frequency), rel=1e-12)


def test_the_largest_timestep_is_where_the_contact_becomes_unstable():
    terms = kn.contact_parameters(stiffness=1e4, damping=20.0, mass=1.0, timestep=0.002)
    for factor, stable in ((0.97, True), (1.03, False)):
        m = mujoco.MjModel.from_xml_string(ball(terms))
        m.opt.timestep = factor * terms.largest_timestep
        d = mujoco.MjData(m)
        d.qpos[2] = 0.1 - terms.depth(9.81) - 1e-9
        for _ in range(300):
            mujoco.mj_step(m, d)
        assert (abs(0.1 - terms.depth(9.81) - d.qpos[2]) < 1e-9) == stable


def test_default_parameters_read_back():
    m, _ = both(ball(None, mass=3.0))
    terms = kn.contact_between(m, 0, "ball")
    assert terms.mass == pytest.approx(3.0) and terms.impedance == 0.95
    assert terms.frequency == pytest.approx(50) and terms.damping_ratio == pytest.approx(1)
    assert terms.restitution == pytest.approx(np.exp(-2), rel=0.1)  # 20 steps in a contact
    assert "restitution" in str(terms) and "N/m" in str(terms)
    m.opt.timestep = 0.02  # the time constant is kept at two steps
    assert kn.contact_between(m, 0, "ball").time_constant == pytest.approx(0.04)


MIXED = """
<mujoco><worldbody>
  <geom name="a" size=".1" solref=".1 2" solimp=".5 .6" solmix="3" friction=".2" condim="1"/>
  <body><freejoint/><geom name="b" size=".1" solref=".2 1" solmix="1" friction=".4"/></body>
  <body><freejoint/><geom name="c" size=".1" solref="-100 -10" priority="{priority}"/></body>
</worldbody>{contact}</mujoco>
"""
PAIR = '<contact><pair geom1="b" geom2="a" solref=".5 .5"/></contact>'


@pytest.mark.parametrize("contact", ["", PAIR])
@pytest.mark.parametrize("priority", [0, 1])
@pytest.mark.parametrize("override", [False, True])
@pytest.mark.parametrize("ends", [("a", "b"), ("c", "a"), ("b", "c")])
def test_parameters_of_two_geoms_are_those_of_their_contacts(contact, priority, override, ends):
    m, reference = both(MIXED.format(priority=priority, contact=contact))
    for model in (m, reference):
        model.opt.enableflags |= int(override)
    d = mujoco.MjData(reference)
    mujoco.mj_forward(reference, d)
    wanted = {reference.geom(name).id for name in ends}
    contacts = [c for c in d.contact if set(c.geom.tolist()) == wanted]
    assert contacts
    terms = kn.contact_between(m, *ends)
    assert terms.solref == pytest.approx(contacts[0].solref) and terms.solimp == pytest.approx(contacts[0].solimp)


def test_restitution_and_damping_ratio_are_inverse_to_each_other():
    for e in (1e-6, 0.01, 0.1353352832, 0.3, 0.7, 0.99, 1.0):
        assert restitution_of(damping_ratio_for(e)) == pytest.approx(e, rel=1e-8)
    assert stepped_restitution(1e4, 2 * 0.3 * 100, 1e-6) == pytest.approx(restitution_of(0.3), rel=1e-3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "give restitution, or stiffness"),
        ({"restitution": 0}, "above 0 and at most 1"),
        ({"restitution": 1.5}, "above 0 and at most 1"),
        ({"stiffness": 1e4, "mass": 1}, "stiffness needs damping or restitution"),
        ({"stiffness": 1e4, "damping": 1}, "stiffness needs the effective mass"),
        ({"stiffness": -1, "damping": 1, "mass": 1}, "stiffness: expected a positive number"),
        ({"stiffness": float("nan"), "damping": 1, "mass": 1}, "stiffness: expected a positive number"),
        ({"restitution": 0.5, "damping": 1}, "either damping or restitution"),
        ({"stiffness": 1e9, "damping": 1, "mass": 1}, "timestep 0.002 s is too long"),
        ({"damping": 1, "mass": 1}, "give restitution, or stiffness"),
    ],
)
def test_what_cannot_be_met_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        kn.contact_parameters(timestep=0.002, **arguments)


@pytest.mark.parametrize("name", ["stiffness", "damping", "mass", "timestep", "restitution"])
def test_words_are_no_numbers(name):
    with pytest.raises(TypeError, match=f"{name}: expected a number, found 'much'"):
        kn.contact_parameters(**({"timestep": 0.002} | {name: "much"}))


def test_a_depth_needs_a_mass():
    with pytest.raises(ValueError, match="mass"):
        kn.contact_parameters(restitution=0.5, timestep=0.002).depth(1.0)


def test_the_time_step_is_never_guessed():
    with pytest.raises(ValueError, match="give the model whose time step counts, or timestep="):
        kn.contact_parameters(restitution=0.7)
    m = kn.load('<mujoco><option timestep="0.001"/></mujoco>')
    with pytest.raises(ValueError, match="give the model"):
        kn.contact_parameters(m, restitution=0.7, timestep=0.001)
    with pytest.raises(TypeError, match="expected a Model or a Spec, found float; give a number as timestep="):
        kn.contact_parameters(0.001, restitution=0.7)


def test_the_time_step_is_that_of_the_model():
    text = '<mujoco><option timestep="0.001"/></mujoco>'
    given = kn.contact_parameters(restitution=0.7, timestep=0.001)
    assert kn.contact_parameters(kn.load(text), restitution=0.7) == given
    assert kn.contact_parameters(load_string(text), restitution=0.7) == given


DESCRIBED = """
<mujoco><option timestep="{timestep}" cone="{cone}"/>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body pos="0 0 {height}"><freejoint/><geom name="ball" size=".1" mass="{mass}"/></body>
  </worldbody>
  <contact><pair name="the bounce" geom1="ball" geom2="floor" condim="{condim}" friction="{friction} 1"/></contact>
  <custom>{custom}</custom>
</mujoco>
"""


def described(timestep=0.002, height=1.1, mass=1.0, cone="pyramidal", condim=3, friction=0.5, **properties) -> str:
    custom = "".join(f'<numeric name="contact.the bounce.{k}" data="{v}"/>' for k, v in properties.items())
    places = {"timestep": timestep, "height": height, "mass": mass, "cone": cone, "condim": condim}
    return DESCRIBED.format(**places, friction=friction, custom=custom)


def height_of_bounce(m: kn.Model) -> float:
    d = kn.Data(m)
    while d.qpos[2] >= 0.1 or d.qvel[2] >= 0:
        kn.step(m, d)
    while d.qpos[2] < 0.1 or d.qvel[2] > 0:
        kn.step(m, d)
        assert d.time < 5
    return float(d.qpos[2] - 0.1)


@pytest.mark.parametrize("timestep", [0.001, 0.002])
@pytest.mark.parametrize("restitution", [0.5, 0.7, 0.9])
def test_a_described_pair_bounces_alike_for_every_time_step(timestep, restitution):
    m = kn.load(described(timestep, restitution=restitution))
    assert height_of_bounce(m) == pytest.approx(restitution**2, rel=0.03)


def test_a_described_pair_follows_the_time_step_that_is_set_later():
    m = kn.load(described(0.002, restitution=0.7))
    m.opt.timestep = 0.001
    assert np.array_equal(m.pair_solref, kn.load(described(0.001, restitution=0.7)).pair_solref)
    assert height_of_bounce(m) == pytest.approx(0.49, rel=0.03)


@pytest.mark.parametrize(
    ("cone", "condim", "friction"), [("elliptic", 3, 0.5), ("pyramidal", 3, 0.5), ("pyramidal", 6, 2.0)]
)
def test_a_described_pair_has_the_stiffness_it_asks_for(cone, condim, friction):
    """At rest it sinks in by its weight over the stiffness, whatever the cone."""
    text = described(height=0.1, mass=2.0, cone=cone, condim=condim, friction=friction, stiffness=1e4, damping=200)
    m = kn.load(text)
    terms = kn.contact_between(m, "ball", "floor")
    assert terms.stiffness == pytest.approx(1e4, rel=1e-9) and terms.damping == pytest.approx(200, rel=1e-9)
    d = kn.Data(m)
    kn.step(m, d, 1500)
    assert 0.1 - d.qpos[2] == pytest.approx(2.0 * 9.81 / 1e4, rel=1e-3)


def test_a_described_pair_follows_the_masses():
    m = kn.load(described(stiffness=1e4, restitution=0.5))
    m.body_mass[1] = 4.0
    kn.set_const(m)
    assert kn.contact_between(m, "ball", "floor").stiffness == pytest.approx(1e4, rel=1e-9)


def test_a_described_pair_survives_files_and_copies(tmp_path):
    m = kn.load(described(restitution=0.7))
    m.save(tmp_path / "m.knm")
    for other in (kn.load(tmp_path / "m.knm"), m.copy(), kn.load(m.to_xml())):
        other.opt.timestep = 0.001
        assert np.array_equal(other.pair_solref, kn.load(described(0.001, restitution=0.7)).pair_solref)


def test_a_time_step_that_no_described_pair_can_have_is_refused():
    m = kn.load(described(stiffness=1e4, damping=20))
    before = m.pair_solref.copy()
    with pytest.raises(ValueError, match=r'contact pair "the bounce": timestep 0\.1 s is too long'):
        m.opt.timestep = 0.1
    assert m.opt.timestep == 0.002 and np.array_equal(m.pair_solref, before)


@pytest.mark.parametrize(
    ("properties", "words"),
    [
        ({"restitution": 1.5}, "above 0 and at most 1"),
        ({"stiffness": 1e4}, "stiffness needs damping or restitution"),
        ({"restituton": 0.5}, 'has no property "restituton", expected one of .*did you mean .restitution.'),
    ],
)
def test_what_a_pair_cannot_be_is_told_with_its_place(properties, words):
    with pytest.raises(kn.ModelError, match=words) as caught:
        kn.load(described(**properties))
    assert "<string>:8:" in str(caught.value)


def test_a_description_needs_its_pair():
    with pytest.raises(kn.ModelError, match='there is no contact pair "a"'):
        kn.load('<mujoco><custom><numeric name="contact.a.restitution" data=".5"/></custom></mujoco>')


def test_other_custom_numbers_are_the_user_s_own():
    numbers = '<numeric name="contact.a.b" data=".5"/><numeric name="restitution" data="9"/>'
    m = kn.load(f"<mujoco><custom>{numbers}</custom></mujoco>")
    assert m.nnumeric == 2


@pytest.mark.filterwarnings("ignore")
def test_runge_kutta_is_warned_of():
    text = described(restitution=0.5).replace("<option", '<option integrator="RK4"')
    assert any("RK4 cannot follow" in warning for warning in kn.load(text).warnings)


def ball_on_floor(timestep: float = 0.002) -> kn.Spec:
    spec = kn.Spec()
    spec.option.timestep = timestep
    spec.worldbody.add_geom(name="floor", type="plane", size=[1, 1, 1])
    body = spec.worldbody.add_body(name="body", pos=[0, 0, 1.1])
    body.add_freejoint()
    body.add_geom(name="ball", size=[0.1])
    return spec


@pytest.mark.parametrize("timestep", [0.001, 0.002])
def test_a_pair_is_described_in_the_call_that_adds_it(timestep):
    spec = ball_on_floor(timestep)
    spec.add_pair(geom1="ball", geom2="floor", restitution=0.7, damping=None)
    m = spec.compile()
    assert height_of_bounce(m) == pytest.approx(0.49, rel=0.03)
    m.opt.timestep = 0.0005
    assert height_of_bounce(m) == pytest.approx(0.49, rel=0.03)


@pytest.mark.parametrize(("terms", "words"), [({"restitution": 2}, "at most 1"), ({"stiffness": 1e4}, "needs damping")])
def test_what_the_call_cannot_mean_names_its_line(terms, words):
    spec = ball_on_floor()
    spec.add_pair(geom1="ball", geom2="floor", **terms)
    with pytest.raises(kn.ModelError, match=rf"test_contact_terms\.py.*{words}"):
        spec.compile()


def test_a_term_that_is_no_number_adds_nothing():
    spec = ball_on_floor()
    with pytest.raises(kn.ModelError, match="found 'bouncy'"):
        spec.add_pair(geom1="ball", geom2="floor", restitution="bouncy")
    assert not spec.pairs and not spec.numerics


def test_a_description_follows_its_pair():
    spec = ball_on_floor()
    spec.add_pair(name="bounce", geom1="ball", geom2="floor", restitution=0.7)
    expected = spec.compile().pair_solref.copy()
    both = kn.Spec()
    both.attach(spec, prefix="left-")
    both.attach(spec, prefix="right-", suffix="-b")
    assert np.array_equal(both.compile().pair_solref, np.concatenate([expected, expected]))
    spec.rename(spec.find("pair", "bounce"), "other")
    assert np.array_equal(spec.compile().pair_solref, expected)
    spec.delete(spec.find("body", "body"))
    assert not spec.compile().nnumeric


REPLICATED = """<mujoco><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
<replicate count="3" offset="1 0 0" sep="-">
<body pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body></replicate></worldbody>
<contact><pair name="bounce" geom1="ball" geom2="floor"/></contact>
<custom>{}</custom></mujoco>"""
RESTITUTION = '<numeric name="contact.bounce.restitution" data=".7"/>'


def test_a_description_is_about_all_replicas_of_its_pair():
    m = kn.load(REPLICATED.format(RESTITUTION))
    expected = kn.load(described(restitution=0.7)).pair_solref[0]
    assert m.names("pair") == ["bounce-0", "bounce-1", "bounce-2"] and m.nnumeric == 1
    np.testing.assert_allclose(m.pair_solref, [expected] * 3, rtol=1e-12)
    m.opt.timestep = 0.001
    assert not np.isclose(m.pair_solref[:, 0], expected[0]).any()


def test_what_is_said_about_one_replica_holds_for_it():
    one = '<numeric name="contact.bounce-1.restitution" data=".5"/>'
    expected = kn.load(REPLICATED.format(RESTITUTION)).pair_solref
    for numbers in (one + RESTITUTION, RESTITUTION + one):
        solref = kn.load(REPLICATED.format(numbers)).pair_solref
        assert np.array_equal(solref[[0, 2]], expected[[0, 2]]) and not np.isclose(solref[1], expected[1]).all()


def test_descriptions_follow_replicas_and_copies():
    spec = kn.Spec.from_string(REPLICATED.format(RESTITUTION))
    expected = spec.compile().pair_solref[0]
    spec.rename(spec.find("pair", "bounce-1"), "middle")
    spec.attach(spec, prefix="p-", part=next(body for body in spec.walk("body") if body is not spec.worldbody))
    m = spec.compile()
    assert m.names("pair") == ["bounce-0", "middle", "bounce-2", "p-bounce-0"]
    np.testing.assert_allclose(m.pair_solref, [expected] * 4, rtol=1e-12)
    outer = kn.Spec()
    outer.attach(spec, prefix="q-", suffix="-r")
    np.testing.assert_allclose(outer.compile().pair_solref, [expected] * 4, rtol=1e-12)
    for pair in list(spec.walk("pair")):
        with pytest.raises(kn.ModelError, match="needs a name: custom numbers describe it"):
            spec.rename(pair, "")
        spec.delete(pair)
    assert not spec.numerics

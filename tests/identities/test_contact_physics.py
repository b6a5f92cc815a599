"""What contacts must do: friction holds and slips where its coefficients say, stacks stand, energy does not grow."""

import numpy as np
import pytest

import knuckle as kn

G = 9.81
CONES = ("elliptic", "pyramidal")


def scene(worldbody: str, *, cone: str = "elliptic", timestep: float = 0.002, option: str = "", rest: str = ""):
    """A model of bodies over a plane, and its data."""
    m = kn.load(f"""
    <mujoco>
      <option cone="{cone}" timestep="{timestep}" {option}/>
      {rest}
      <worldbody><geom name="floor" type="plane" size="0 0 1"/>{worldbody}</worldbody>
    </mujoco>""")
    return m, kn.Data(m)


def friction(*coefficients: float) -> str:
    """The friction of all geoms: sliding, torsional, rolling."""
    return f'<default><geom friction="{" ".join(map(str, coefficients))}"/></default>'


def slope(m, angle: float) -> None:
    """Tilt gravity instead of the floor: down the slope is +x, along a tangent of the contacts."""
    m.opt.gravity[:] = G * np.sin(angle), 0, -G * np.cos(angle)


BLOCK = '<body name="block" pos="0 0 .0999">{joints}<geom type="box" size=".2 .2 .1"/></body>'
FREE = "<freejoint/>"
UPRIGHT = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))  # it cannot tip


@pytest.mark.parametrize("cone", CONES)
@pytest.mark.parametrize("mu", [0.3, 0.6])
def test_a_block_sticks_where_the_slope_is_less_than_the_friction(cone, mu):
    m, d = scene(BLOCK.format(joints=FREE), cone=cone, option='impratio="10"', rest=friction(mu))
    slope(m, np.arctan(0.9 * mu))
    kn.step(m, d, 1000)
    # friction is soft: it holds by creeping, here slower than a free block by more than a hundred times
    free = G * np.sin(np.arctan(0.9 * mu)) * d.time
    assert abs(d.qvel[0]) < free / 100


@pytest.mark.parametrize("cone", CONES)
@pytest.mark.parametrize("mu", [0.3, 0.6])
def test_a_block_slides_down_a_steeper_slope_as_coulomb_says(cone, mu):
    m, d = scene(BLOCK.format(joints=UPRIGHT), cone=cone, option='impratio="10"', rest=friction(mu))
    angle = np.arctan(1.5 * mu)
    slope(m, angle)
    kn.step(m, d, 500)
    (vx, _, vz), t = d.qvel.copy(), d.time
    kn.step(m, d, 500)
    # the convex cone lifts what slides, so the block hops; friction is μ times the normal force all the same:
    # Δvx = g (sin − μ cos) Δt − μ Δvz
    gained = d.qvel[0] - vx + mu * (d.qvel[2] - vz)
    assert gained == pytest.approx(G * (np.sin(angle) - mu * np.cos(angle)) * (d.time - t), rel=1e-6)  # of the solver


def test_a_stack_of_ten_boxes_stands_for_a_minute():
    bodies = "".join(
        f'<body name="box {k}" pos="0 0 {0.1 + 0.2 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for k in range(10)
    )
    m, d = scene(bodies)
    kn.step(m, d, 30_000)
    place = d.qpos.reshape(10, 7)
    assert np.abs(place[:, :2]).max() < 0.01, "no box moved aside"
    # each contact gives way by less than a hundredth of a box
    np.testing.assert_allclose(place[:, 2], 0.1 + 0.2 * np.arange(10), atol=0.02)
    assert np.abs(d.qvel).max() < 1e-3, "and all of them rest"


def test_a_card_house_stands_for_a_minute():
    m, d = scene(card_house(), option='impratio="100"', rest='<default><geom friction="1" condim="4"/></default>')
    kn.step(m, d, 200)  # the cards lean on each other
    settled = d.qpos.reshape(-1, 7)[:, :3].copy()
    kn.step(m, d, 29_800)
    moved = np.linalg.norm(d.qpos.reshape(-1, 7)[:, :3] - settled, axis=1)
    assert moved.max() < 0.01, "no card moved by more than a tenth of its length"
    assert d.body("third left").xpos[2] > 0.25, "the upper tent is still up"


def card_house(lean: float = 0.25, length: float = 0.1, thick: float = 0.002) -> str:
    """Two tents of leaning cards, a flat card on both, and a tent on top of that."""

    def card(name, x, z, angle):
        turn = f"{np.cos(angle / 2)} 0 {np.sin(angle / 2)} 0"
        size = f"{thick} {0.6 * length} {length}"
        geom = f'<geom type="box" size="{size}" mass=".01"/>'
        return f'<body name="{name}" pos="{x} 0 {z}" quat="{turn}"><freejoint/>{geom}</body>'

    height = length * np.cos(lean) + thick * np.sin(lean)  # of the centre of a leaning card
    reach = length * np.sin(lean) + thick * np.cos(lean)  # from the centre to the top of the tent

    def tent(name, x, base):
        z = base + height
        return card(name + " left", x - reach, z, lean) + card(name + " right", x + reach, z, -lean)

    apart = 2 * length * np.sin(lean) + 0.02
    roof = 2 * height + thick
    size = f"{1.6 * apart} {0.6 * length} {thick}"
    flat = f'<body pos="0 0 {roof}"><freejoint/><geom type="box" size="{size}" mass=".01"/></body>'
    return tent("first", -apart, 0) + tent("second", apart, 0) + flat + tent("third", 0, roof + thick)


BALL = '<body name="ball" pos="0 0 .1"><freejoint/><geom size=".1" mass="2" condim="6"/></body>'


@pytest.mark.parametrize("cone", CONES)
def test_rolling_friction_slows_a_ball_as_its_coefficient_says(cone):
    """Torque roll · N against the spin of a ball that rolls: a = roll g / (r (1 + 2/5))."""
    roll = 0.002
    m, d = scene(BALL, cone=cone, rest=friction(1, 0.005, roll))
    kn.step(m, d, 100)
    d.qvel[:] = 1, 0, 0, 0, 10, 0
    kn.step(m, d, 100)
    start, t = d.qvel[0], d.time
    kn.step(m, d, 400)
    slowing = (start - d.qvel[0]) / (d.time - t)
    expected = roll * G / (0.1 * 1.4)
    if cone == "elliptic":
        assert slowing == pytest.approx(expected, rel=0.01)
    else:  # the edges of the pyramid share the normal force among five directions
        assert 0.2 * expected < slowing < expected


@pytest.mark.parametrize("cone", CONES)
def test_torsional_friction_slows_a_spinning_ball_as_its_coefficient_says(cone):
    """Torque torsion · N against the spin about the normal: α = torsion m g / (2/5 m r²)."""
    torsion = 0.004
    m, d = scene(BALL, cone=cone, rest=friction(1, torsion, 0.0001))
    kn.step(m, d, 100)
    d.qvel[:] = 0, 0, 0, 0, 0, 20
    kn.step(m, d, 100)
    start, t = d.qvel[5], d.time
    kn.step(m, d, 200)
    slowing = (start - d.qvel[5]) / (d.time - t)
    assert slowing == pytest.approx(torsion * G / (0.4 * 0.1**2), rel=0.01)


def test_newtons_cradle_hands_the_swing_to_the_last_ball():
    """Elastic balls with a small gap: each hit hands over all of its momentum."""
    bodies = "".join(
        f'<body name="ball {k}" pos="{0.101 * k} 0 1.5"><joint name="{k}" axis="0 1 0"/>'
        f'<geom size=".05" pos="0 0 -1" mass="1" solref="-1000000 0" condim="1" solimp=".99 .99 .001"/></body>'
        for k in range(5)
    )
    m, d = scene(bodies, timestep=0.0001, option='integrator="RK4"')
    d.qpos[0] = 0.3  # the first ball swings back, away from the others
    highest = np.zeros(5)
    for _ in range(110):
        kn.step(m, d, 100)
        highest = np.maximum(highest, -d.qpos)
    assert highest[4] == pytest.approx(0.3, rel=0.02), "the last ball swings out as far as the first was"
    assert np.abs(highest[1:4]).max() < 0.03, "those between hardly move"


SHAPES = ('size=".1"', 'type="capsule" size=".05 .1"', 'type="box" size=".1 .08 .06"', 'type="cylinder" size=".08 .05"')


@pytest.mark.parametrize("cone", CONES)
@pytest.mark.parametrize("shape", SHAPES)
def test_energy_never_grows_in_passive_contact(cone, shape):
    rng = np.random.default_rng(len(shape))
    bodies = "".join(
        f'<body pos="{0.05 * k} 0 {0.3 + 0.3 * k}" quat="{" ".join(map(str, rng.normal(size=4)))}">'
        f"<freejoint/><geom {shape}/></body>"
        for k in range(3)
    )
    m, d = scene(bodies, cone=cone, timestep=0.001, rest='<option><flag energy="enable"/></option>')
    kn.forward(m, d)
    energy = [d.energy.sum()]
    for _ in range(150):
        kn.step(m, d, 20)
        kn.forward(m, d)
        energy.append(d.energy.sum())
    lost = energy[0] - energy[-1]
    assert lost > 0.1 * energy[0], "much of the energy of the fall is lost"
    # a contact is a spring with damping: what it holds for a moment is not in the sum, and part of it comes back
    later = np.maximum.accumulate(energy[::-1])[::-1]
    assert np.max(later[1:] - energy[:-1]) < 0.05 * lost
    assert np.max(later[1:]) <= energy[0] * (1 + 1e-9)

"""Deformations with a state of their own: they follow the engine while they track, and remember when they do not."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models

T = 0.05
FINGER = """
<mujoco><option timestep="{h}" gravity="0 0 0" cone="elliptic"/><worldbody>
  <geom name="skin" type="plane" size="5 5 .1" solref="{T} 1" solimp=".5 .5 .001" friction="1"/>
  <body pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
    <geom name="finger" size=".1" mass="1" solref="{T} 1" solimp=".5 .5 .001" friction="1"/></body>
</worldbody></mujoco>"""
# the engine's time constant: k = 1/(d_max T)², b = 2/(d_max T), and a* = −b ω − k d z
RATE = 1 / (0.5 * T)


def finger(h: float = 1e-3, constant: float = T) -> tuple[kn.Model, kn.Data]:
    m = kn.load(FINGER.format(h=h, T=constant))
    return m, kn.Data(m)


def test_one_step_that_tracks_is_the_engine_s():
    """L10: with elliptic cones, all kinds of rows, many contacts."""
    m = kn.load(models.path("humanoid"))
    m.opt.cone, m.opt.tolerance = kn.Cone.ELLIPTIC, 0.0
    m.dof_damping[:] = 0.0
    d = kn.Data(m)
    kn.step(m, d, 150)
    other, scheme = d.copy(), lab.Augmented()
    memory = lab.memory(m, d, scheme)
    lab.step(m, d, scheme, 1, memory)
    kn.step(m, other)
    assert other.ncon > 0 and np.abs(d.qvel - other.qvel).max() < 1e-10 * np.abs(other.qvel).max()
    assert len(memory.places) == len(lab.deformation.groups(lab.World(m, other, scheme), lab.problem(m, other)))


def test_tracking_persists():
    """A body held by a force on a linear residual: z = r and ω = Jv, step after step."""
    m, d = finger()
    d.qpos[1], d.qvel[1], d.qfrc_applied[1] = -1e-3, -0.01, -5.0
    scheme = lab.Augmented()
    memory = lab.memory(m, d, scheme)
    other = d.copy()
    for _ in range(50):
        lab.step(m, d, scheme, 1, memory)
        kn.step(m, other)
        (place,) = memory.places
        assert place.z[0] == pytest.approx(d.qpos[1], abs=1e-12) and place.w[0] == pytest.approx(d.qvel[1], abs=1e-10)
        assert d.qpos[1] == pytest.approx(other.qpos[1], abs=1e-10)
    assert d.efc_force[0] > 0


def test_free_recovery():
    """z(t) = (z₀ + (ω₀ + z₀/T) t) e^(−t/T) to O(h), when the finger is gone."""
    errors = []
    for h in (2e-3, 1e-3, 5e-4):
        m, d = finger(h)
        m.geom_solref[:, 0] = 0.1  # k d = ½ k: critical for d = 1 only; so b is made to fit below
        d.qpos[1] = -1e-3
        scheme = lab.Augmented()
        memory = lab.memory(m, d, scheme)
        lab.step(m, d, scheme, 1, memory)
        d.qpos[1] = 1.0
        (place,) = memory.places
        place.b[:] = 2 * np.sqrt(place.k)
        z0, w0, rate = place.z[0], place.w[0], np.sqrt(place.k[0])
        n = round(0.1 / h)
        lab.step(m, d, scheme, n, memory)
        t = n * h
        errors.append(abs(memory.places[0].z[0] - (z0 + (w0 + z0 * rate) * t) * np.exp(-rate * t)))
    assert np.polyfit(np.log([2e-3, 1e-3, 5e-4]), np.log(errors), 1)[0] == pytest.approx(1.0, abs=0.15)
    for _ in range(50):
        lab.step(m, d, scheme, 100, memory)
        if not memory.places:
            break
    assert memory.places == []  # forgotten


def push(pause: float, scheme: lab.Scheme, constant: float = T) -> tuple[float, float]:
    """Work of the first and of the second push of a finger that is moved in by 2 mm and out, with a pause between."""
    h, speed, count = 1e-3, 0.1, 20
    m, d = finger(h, constant)
    memory = lab.memory(m, d, scheme)

    def hold(height: float, velocity: float) -> float:
        d.qpos[:], d.qvel[:] = (0.0, height), (0.0, velocity)
        lab.step(m, d, scheme, 1, memory)
        return float(d.efc_force[0]) * speed * h if d.nefc else 0.0

    works = []
    for _ in range(2):
        works.append(sum(hold(-k * speed * h, -speed) for k in range(count)))
        for k in range(count):
            hold((k - count) * speed * h, speed)
        for _ in range(round(pause / h)):
            hold(0.01, 0.0)
    return works[0], works[1]


def test_a_finger_that_comes_back_too_soon_finds_less():
    """The second push is the weaker the shorter the pause; after a long one, or with T → 0, it is the first."""
    pauses = [push(pause * T, lab.Augmented(start="rest")) for pause in (0.2, 0.5, 1.0, 2.0, 5.0)]
    ratios = np.array([two / one for one, two in pauses])
    assert (np.diff(ratios) > 0).all() and ratios[0] < 0.1 and 0.9 < ratios[-1] < 1.0
    one, two = push(0.01, lab.Augmented(start="rest"), constant=T / 10)
    assert two == pytest.approx(one, rel=0.05)
    one, two = push(0.01, lab.Main())
    assert two == pytest.approx(one)


def test_a_second_touch_begins_where_the_skin_is():
    """Pressed in, let go for ½T: contact is found at r = z(t), not at r = 0, and a finger above that feels nothing."""
    m, d = finger()
    scheme = lab.Augmented(start="rest")
    memory = lab.memory(m, d, scheme)
    for _ in range(40):
        d.qpos[:], d.qvel[:] = (0.0, -1e-3), 0.0
        lab.step(m, d, scheme, 1, memory)
    d.qpos[1], d.qvel[1] = 0.05, 0.0
    lab.step(m, d, scheme, round(0.5 * T / 1e-3), memory)
    (place,) = memory.places
    h, z = 1e-3, place.z[0]
    end = z + h * (place.w[0] + h * (-place.b[0] * place.w[0] - place.k[0] * z))  # where the free skin goes in the step
    assert z < -1e-4
    for above, touches in ((1e-6, False), (-1e-6, True)):
        other = d.copy()
        other.qpos[1], other.qvel[1] = end + above, 0.0
        kept = lab.memory(m, other, scheme)
        kept.places = list(memory.places)
        assert (lab.forward(m, other, scheme, memory=kept).impulse[0] > 0) == touches


def test_sliding_leaves_its_trace_behind():
    m, d = finger()
    m.geom_friction[:, 0] = 0.01
    d.qpos[1], d.qvel[0], d.qfrc_applied[1] = -1e-4, 2.0, -20.0
    scheme = lab.Augmented(match=5e-3)
    memory = lab.memory(m, d, scheme)
    lab.step(m, d, scheme, 15, memory)
    places = np.array([each.place[0] for each in memory.places])
    assert len(places) >= 4 and places.max() - places.min() > 0.02


def test_the_energy_of_deformations_is_what_the_body_lost():
    """½vᵀMv + ½ωᵀR⁻¹ω + ½zᵀR⁻¹kz falls by ωᵀR⁻¹bω: to O(h)."""
    gaps = []
    for h in (1e-3, 5e-4, 2.5e-4):
        m, d = finger(h)
        d.qpos[1], d.qvel[1] = -1e-4, -0.3
        scheme = lab.Augmented(start="rest")
        memory = lab.memory(m, d, scheme)
        lab.step(m, d, scheme, 1, memory)  # the blow: R⁻¹ starts to move with the body
        start = 0.5 * d.qvel[1] ** 2 + memory.energy
        lost = 0.0
        for _ in range(round(0.02 / h)):
            before = memory.dissipation
            lab.step(m, d, scheme, 1, memory)
            lost += 0.5 * h * (before + memory.dissipation)
        gaps.append(abs(start - 0.5 * d.qvel[1] ** 2 - memory.energy - lost) / start)
        assert lost > 0.1 * start
    assert gaps[2] < 0.01 and np.polyfit(np.log([1e-3, 5e-4, 2.5e-4]), np.log(gaps), 1)[0] > 0.8


def test_shear_is_remembered_too():
    """Tangents have a rate but no residual: after a shear push the rate decays."""
    m, d = finger()
    d.qpos[1], d.qvel[0], d.qfrc_applied[1] = -1e-3, 0.05, -20.0
    scheme = lab.Augmented()
    memory = lab.memory(m, d, scheme)
    lab.step(m, d, scheme, 2, memory)
    d.qpos[1] = 1.0
    rates = []
    for _ in range(5):
        lab.step(m, d, scheme, 1, memory)
        rates.append(np.abs(memory.places[0].w[1:]).max())
    (place,) = memory.places
    assert np.allclose(np.divide(rates[1:], rates[:-1]), 1 - 1e-3 * place.b[1]) and not place.z[1:].any()


def test_wrong_use_is_refused():
    with pytest.raises(lab.LabError, match="Augmented: match"):
        lab.Augmented(match=0.0)
    with pytest.raises(lab.LabError, match="Augmented: start"):
        lab.Augmented(start="x")
    m, d = finger()
    with pytest.raises(kn.UnsupportedError, match="deformations"):
        lab.inverse(m, d, lab.Augmented(), np.zeros(2))
    with pytest.raises(lab.LabError, match="needs a memory"):
        lab.step(m, d, lab.Augmented())

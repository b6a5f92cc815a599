"""Potential and kinetic energy. [J]"""

from knuckle.kernel import kernel, stage
from knuckle.math.vec3 import dot3, norm3
from knuckle.physics.force.polynomial import is_zero
from knuckle.physics.force.spring import read4, rotation_from, scalar_reference
from knuckle.physics.force.tendon import stretch
from knuckle.physics.inertia.crb import quadratic_M
from knuckle.schema.enums import DisableBit, JointType


@stage
def energy_pos(m, d):
    """energy[0], potential: −Σ m g·x of the bodies and ∫ k(x) x dx of the springs of joints and tendons."""
    total = 0.0
    if not m.opt_disableflags & DisableBit.GRAVITY:
        for b in range(1, m.nbody):
            total = total - m.body_mass[b] * dot3(m.opt_gravity, d.xipos[b])
    if not m.opt_disableflags & DisableBit.SPRING:
        for j in range(m.njnt):
            total = total + spring_energy(m, d, j)
        for t in range(m.ntendon):
            total = total + polynomial_energy(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], stretch(m, d, t))
    d.energy = (total, d.energy[1])


@stage
def energy_vel(m, d):
    """energy[1], kinetic: ½ vᵀ M v."""
    d.energy = (d.energy[0], 0.5 * quadratic_M(m, d, d.qvel))


@kernel
def spring_energy(m, d, j):
    """Energy stored in the spring of joint j; a free joint has one for its position and one for its orientation."""
    kind = m.jnt_type[j]
    q = m.jnt_qposadr[j]
    k = m.jnt_stiffness[j]
    higher = m.jnt_stiffnesspoly[j]
    if is_zero(k, higher):
        return 0.0 * d.qpos[q]
    if kind == JointType.FREE:
        shift = (
            d.qpos[q] - m.qpos_spring[q],
            d.qpos[q + 1] - m.qpos_spring[q + 1],
            d.qpos[q + 2] - m.qpos_spring[q + 2],
        )
        turn = rotation_from(read4(m.qpos_spring, q + 3), read4(d.qpos, q + 3))
        return polynomial_energy(k, higher, norm3(shift)) + polynomial_energy(k, higher, norm3(turn))
    if kind == JointType.BALL:
        p = m.jnt_plasticadr[j]
        if p >= 0:
            return polynomial_energy(k, higher, norm3(rotation_from(read4(d.plastic, p), read4(d.qpos, q))))
        else:
            return polynomial_energy(k, higher, norm3(rotation_from(read4(m.qpos_spring, q), read4(d.qpos, q))))
    return polynomial_energy(k, higher, d.qpos[q] - scalar_reference(m, d, j))


@kernel
def polynomial_energy(k, higher, x):
    """∫ (k x + h₀ x² + h₁ x³) dx = ½ k x² + ⅓ h₀ x³ + ¼ h₁ x⁴."""
    return x * x * (0.5 * k + x * (higher[0] / 3.0 + x * (0.25 * higher[1])))

"""The engine's own solve with other aims: what a formulation needs that differs from it in what rows aim at."""

from knuckle.kernel import kernel
from knuckle.physics.lockstep.choice import solution
from knuckle.physics.sensor.stages import sensor_acc


@kernel
def lab_aimed_solve(m, d, q):
    """Accelerations and forces of the rows that are there, with the reference accelerations `aim`. [m/s²]"""
    for r in range(d.nefc):
        d.efc_aref[r] = q.aim[r]
    solution(m, d)
    if m.nsensor > 0 and not d.overflow > 0.0:
        sensor_acc(m, d)

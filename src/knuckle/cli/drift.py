"""How well an integrator keeps energy: the change over a run in which nothing takes or gives any."""

from knuckle.data.data import Data
from knuckle.data.state import copy_state
from knuckle.functions.calls import machine
from knuckle.model.model import Model

CHUNKS = 100


def energy_drift(m: Model, start: Data, steps: int) -> tuple[float, float]:
    """Change of total energy over `steps` steps, and the largest kinetic energy on the way. [J]

    The run starts from the state of `start` on a copy of the model whose dampers, medium and constraints are switched
    off, so that energy would stay the same if time were continuous.
    """
    m = m.copy()
    m.opt.flags.damper = m.opt.flags.constraint = False
    m.opt.density = m.opt.viscosity = 0.0
    d = Data(m)
    copy_state(m, start, d)
    first, kinetic = total_energy(m, d)
    for k in range(CHUNKS):
        count = steps * (k + 1) // CHUNKS - steps * k // CHUNKS
        if count:
            machine().step(m, d, count)
            last, now = total_energy(m, d)
            kinetic = max(kinetic, now)
    return last - first, kinetic


def total_energy(m: Model, d: Data) -> tuple[float, float]:
    """Total and kinetic energy at the state of the data. [J]"""
    engine = machine()
    engine.forward(m, d)
    engine.energy_pos(m, d)
    engine.energy_vel(m, d)
    potential, kinetic = (float(x) for x in d.energy)
    return potential + kinetic, kinetic

"""How the energy error of each integrator falls when the timestep is halved."""

import knuckle as kn
from knuckle import models

SECONDS = 1.0


def energy(m: kn.Model, d: kn.Data) -> float:
    """Total energy at the state of the data. [J]"""
    kn.forward(m, d)
    return float(d.energy.sum())


def energy_error(integrator: str, timestep: float) -> float:
    """Change of the energy of a swinging pendulum over one second. [J]"""
    m = kn.Model.from_xml_path(models.path("pendulum"))
    m.opt.integrator, m.opt.timestep = integrator, timestep
    m.opt.flags.energy = True
    d = kn.Data(m)
    kn.reset(m, d, keyframe="level")
    start = energy(m, d)
    kn.step(m, d, round(SECONDS / timestep))
    return energy(m, d) - start


def main() -> None:
    timesteps = (0.02, 0.01, 0.005)
    print("integrator   " + "".join(f"h = {h:<10g}" for h in timesteps))
    for integrator in ("euler", "implicitfast", "implicit", "rk4"):
        errors = [energy_error(integrator, h) for h in timesteps]
        print(f"{integrator:<13}" + "".join(f"{error:<14.2e}" for error in errors))


if __name__ == "__main__":
    main()

"""Solver parameters of a contact from its physical properties, for the time step of a model."""

from numbers import Real

from knuckle.contact_terms.terms import IMPACT_SPEED, ContactTerms, physical_terms
from knuckle.model.model import Model
from knuckle.spec.tree import Spec


def contact_parameters(
    model: Model | None = None,
    *,
    stiffness: float | None = None,
    damping: float | None = None,
    restitution: float | None = None,
    mass: float | None = None,
    timestep: float | None = None,
    impact_speed: float = IMPACT_SPEED,
) -> ContactTerms:
    """Return solver parameters of a contact with given physical properties; print the result to see what they imply.

    `stiffness` [N/m] with `damping` [N s/m] or `restitution`, and the effective `mass` [kg], give a soft contact: a
    spring that a load F compresses by F / stiffness. `restitution` alone gives a hard one that turns the speed v to
    −e v within a single step, whatever the mass; it holds for every integrator but RK4, which needs a soft contact. Its
    weak spring makes the height of a bounce right at `impact_speed` [m/s]. The numbers are for one time step: that of
    the `model`, which may be a Spec too, or `timestep` [s].
    """
    if (model is None) == (timestep is None):
        raise ValueError("give the model whose time step counts, or timestep=: the parameters depend on it")
    h = timestep if timestep is not None else _timestep(model)
    return physical_terms(
        timestep=h,
        stiffness=stiffness,
        damping=damping,
        restitution=restitution,
        mass=mass,
        impact_speed=impact_speed,
    )


def _timestep(model: object) -> float:
    if isinstance(model, Model):
        return float(model.opt.timestep)
    if isinstance(model, Spec):
        return float(model.option.timestep)
    hint = "; give a number as timestep=" if isinstance(model, Real) else ""
    raise TypeError(f"contact_parameters: expected a Model or a Spec, found {type(model).__name__}{hint}")

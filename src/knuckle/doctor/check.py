"""`knuckle.check`: the way in; what it needs is imported when it is called."""

from os import PathLike

from knuckle.doctor.findings import CheckReport
from knuckle.model.model import Model


def check(model: Model | str | PathLike[str]) -> CheckReport:
    """Look for what is doubtful about a model: print the report, or go through its findings.

    Impossible, tiny and very different masses and inertias; geoms that overlap in the start pose; hulls much larger
    than their meshes; time steps too long for springs, gains and contacts; actuators that cannot hold the weight; names
    that differ only by case; assets that nobody uses. Of a model given as a file, archive or text, file and line are
    told, and its default classes are looked at too. The model is not changed.
    """
    from knuckle.doctor.examination import examine

    return examine(model)

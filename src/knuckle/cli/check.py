"""`knuckle check`: what is doubtful about a model."""

import json as json_format

from knuckle import models
from knuckle.cli.arguments import Named
from knuckle.doctor.check import check


def main(model: Named, /, json: bool = False) -> int:
    """Look for what is doubtful about a model: where, why it matters, and what to do.

    The exit status is 1 where something severe was found, else 0.

    Args:
        model: An MJCF or URDF file, an archive (.mjz), a compiled model (.knm), or the name of a model of the package.
        json: Print the findings as JSON.
    """
    report = check(models.path(model) if model in models.names() else model)
    print(json_format.dumps(report.as_dict(), indent=2, ensure_ascii=False) if json else repr(report))
    return 1 if report.severe else 0

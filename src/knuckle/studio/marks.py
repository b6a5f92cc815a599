"""What the model doctor found, as marks beside the elements it is about."""

import re

import numpy as np

from knuckle.data.data import Data
from knuckle.doctor.findings import CheckReport
from knuckle.model.model import Model

PLACES = {
    "body": "xpos",
    "geom": "geom_xpos",
    "site": "site_xpos",
    "joint": "xanchor",
    "camera": "cam_xpos",
    "light": "light_xpos",
}
ABOVE = 0.04  # extents of the model
ABOUT = re.compile(r'^(\w+) (?:"(.*)"|(\d+))')


def finding_labels(m: Model, d: Data, report: CheckReport | None) -> list[tuple[str, np.ndarray]]:
    """A label for each finding that is about something with a place, a little above it; those about the same thing
    share one."""
    above = np.array((0.0, 0.0, ABOVE * float(m.stat.extent)))
    places: dict[tuple[str, int], list[str]] = {}
    for finding in report.findings if report else ():
        found = element_of(m, finding.about)
        if found is not None:
            places.setdefault(found, []).append(finding.code)
    return [
        (f"⚠ {kind} {m.names(kind)[i] or i}: {', '.join(dict.fromkeys(codes))}", getattr(d, PLACES[kind])[i] + above)
        for (kind, i), codes in places.items()
    ]


def element_of(m: Model, about: str) -> tuple[str, int] | None:
    """The element that a text such as `geom "foot"` or `body 3` names, if it has a place."""
    match = ABOUT.match(about)
    if match is None or match[1] not in PLACES:
        return None
    names = m.names(match[1])
    if match[3] is not None:
        return (match[1], int(match[3])) if int(match[3]) < len(names) else None
    return (match[1], names.index(match[2])) if match[2] in names else None

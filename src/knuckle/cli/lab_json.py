"""What `knuckle lab --json` prints: the same numbers as its tables, for machines."""

import json
from math import isfinite
from typing import Any

from knuckle.lab.compare import Comparison
from knuckle.lab.experiments.table import experiments
from knuckle.lab.limits import Limit
from knuckle.lab.table import scheme_classes
from knuckle.lab.tasks import tasks


def print_json(content: Any) -> int:
    """Print it; 1 where a limit does not hold."""
    print(json.dumps(content, indent=2, ensure_ascii=False))
    return int(isinstance(content, dict) and content.get("holds") is False)


def number(value: float) -> float | None:
    """A finite number, or null."""
    return float(value) if isfinite(value) else None


def listed() -> dict[str, dict[str, str]]:
    """Experiments, schemes and tasks, in words."""
    return {
        "experiments": {each.name: each.question for each in experiments().values()},
        "schemes": {name: (kind.__doc__ or "").partition("\n")[0] for name, kind in scheme_classes().items()},
        "tasks": {each.name: each.words for each in tasks().values()},
    }


def compared(comparisons: list[Comparison]) -> list[dict[str, Any]]:
    """All runs of experiments."""
    return [
        {
            "experiment": c.experiment.name,
            "quantity": c.experiment.quantity,
            "unit": c.experiment.unit,
            "schemes": [
                {
                    "scheme": json.loads(scheme.to_json()),
                    "order": number(c.order(scheme)),
                    "runs": [
                        {
                            "h": run.h,
                            "verdict": run.verdict,
                            "deviation": number(run.deviation),
                            "allowed": number(run.good),
                            "seconds_per_step": number(run.per_step),
                            "seconds": number(run.seconds),
                            "reason": run.reason,
                        }
                        for run in c.of(scheme)
                    ],
                }
                for scheme in c.schemes
            ],
        }
        for c in comparisons
    ]


def measured(wanted: dict[str, Limit]) -> dict[str, Any]:
    """Limits with their curves."""
    found = {}
    for name, limit in wanted.items():
        finding = limit.measure()
        curves = {line.name: {"x": [*map(float, line.x)], "y": [*map(float, line.y)]} for line in finding.lines}
        found[name] = {"claim": limit.claim, "holds": finding.holds, "words": finding.words, "curves": curves}
    return {"holds": all(each["holds"] for each in found.values()), "limits": found}


def benchmarks() -> dict[str, Any]:
    """Inverse solves per second, seconds of solvers, and steps in times of `kn.step`."""
    from knuckle.lab import Anitescu, Convex, Gauss050
    from knuckle.lab.bench import inverse_rates
    from knuckle.lab.bench_rigid import lemke_times, step_ratios
    from knuckle.lab.bench_solvers import solve_times, whole_inverse_time

    ratios = step_ratios((Gauss050(), Convex(), Anitescu(), Anitescu(edges="cone")))
    return {
        "inverse_per_second": [vars(each) for each in inverse_rates()],
        "sweeps_and_forward_seconds": solve_times(),
        "whole_inverse_seconds": whole_inverse_time()[0],
        "lemke_seconds": lemke_times(),
        "times_kn_step": {repr(scheme): ratio for scheme, ratio in ratios.items()},
    }

"""A model as a scheme sees it: the user's own arrays, but for some options and for how far contacts are looked for."""

from collections import ChainMap
from typing import Any

import numpy as np

from knuckle.machine.layout import model_layout
from knuckle.model.model import Model
from knuckle.schema.enums import Cone, EnableBit, Integrator, Solver

# what every scheme has differently: rows of contacts are normal and tangents, and steps are the laboratory's own
OPTIONS = {
    "opt_cone": int(Cone.ELLIPTIC),
    "opt_integrator": int(Integrator.EULER),
    "opt_solver": int(Solver.NEWTON),
    "opt_noslip_iterations": 0,
}
# margins of constraints, and which share of the distance each has
MARGINS = {"geom_margin": 0.5, "pair_margin": 1.0, "opt_o_margin": 1.0, "jnt_margin": 1.0, "tendon_margin": 1.0}
UNKNOWN = int(EnableBit.IPC | EnableBit.SPECULATIVE)


class Shadow:
    """What compiled code and Python's kernels need of a Model: see ModelMemory."""

    def __init__(self, m: Model, reach: float | None = None, **options: Any):
        self._counts, self._arena = m._counts, m._arena
        self._model, self._reach = m, reach
        chosen = OPTIONS | {"opt_enableflags": 0} | {f"opt_{name}": value for name, value in options.items()}
        self._own = {name: np.array(value, m._arrays[name].dtype) for name, value in chosen.items()}
        if reach is not None:
            self._own |= {name: m._arrays[name].copy() for name in MARGINS}
        self._arrays: Any = ChainMap(self._own, m._arrays)  # type: ignore[arg-type]
        self._table = m._table.copy()
        for name, array in self._own.items():
            self._table[model_layout().slot(name)] = array.ctypes.data
        self._address = self._table.ctypes.data

    def refresh(self) -> "Shadow":
        """Follow what the user may have changed in the model since."""
        m = self._model._arrays
        self._own["opt_enableflags"][...] = m["opt_enableflags"] & ~UNKNOWN
        if self._reach is not None:
            for name, share in MARGINS.items():
                np.maximum(m[name], share * self._reach, out=self._own[name])
        return self

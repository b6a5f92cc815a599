"""Questions about all worlds of a batch: Jacobians, rays, contacts."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from knuckle.batch.kept import not_kept
from knuckle.batch.selection import Worlds
from knuckle.batch.states import WorldStates
from knuckle.calls.in_use import alone
from knuckle.data.contacts import ABSENT, contact_names
from knuckle.data.data import Data
from knuckle.functions import rays
from knuckle.functions.calls import machine
from knuckle.memory.records import convert, read_only, shape_of, unknown_attribute
from knuckle.model.model import Model
from knuckle.model.names import find

_single = machine()

REAL = np.dtype(np.float64)
PLACED = ("time", "qpos", "mocap_pos", "mocap_quat")  # what poses follow from


class BatchHits(NamedTuple):
    """What rays met, one for each world: distances, geoms and normals."""

    x: np.ndarray
    geom: np.ndarray
    normal: np.ndarray


class BatchContacts:
    """Contacts of all worlds as arrays (nworld, most, …), where `most` is the largest number of contacts in a world.

    `count` is how many each world has; `mask` is true where there is a contact. All else has the names that contacts of
    a Data have: `batch.contact.dist`.
    """

    __slots__ = ("_fields", "count", "mask")

    def __init__(self, fields: dict[str, np.ndarray]):
        if "ncon" not in fields:
            raise AttributeError(not_kept("ncon"))
        self._fields, self.count = fields, read_only(fields["ncon"])
        self.mask = np.arange(int(self.count.max(initial=0))) < self.count[:, None]

    def __getattr__(self, name: str) -> np.ndarray:
        if name in ("geom1", "geom2"):
            return self.geom[..., int(name[-1]) - 1]
        if name not in dir(self):
            raise unknown_attribute("contact", name, dir(self))
        field = f"contact_{name}"
        if field not in self._fields:
            raise AttributeError(not_kept(field))
        rows = self._fields[field][:, : self.mask.shape[1]]
        return read_only(rows) if rows.dtype.kind == "i" else rows

    def __dir__(self) -> list[str]:
        return sorted({"count", "mask", *contact_names()} - set(ABSENT))

    def __repr__(self) -> str:
        return f"<{int(self.count.sum())} contacts in {len(self.count)} worlds, {self.mask.shape[1]} at most in one>"


class Questions(WorldStates):
    """The methods of Batch that ask about the worlds as they are now."""

    @property
    def contact(self) -> BatchContacts:
        """Contacts of all worlds: `batch.contact.dist` is (nworld, most), and `batch.contact.count` says how many."""
        return BatchContacts(self._memory.fields)

    def jac(
        self,
        body: str | int | None = None,
        *,
        site: str | int | None = None,
        geom: str | int | None = None,
        point=None,
        worlds: Worlds | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """(jacp, jacr) of a body, site or geom in the chosen worlds, each (n, 3, nv), in the pose that `qpos` gives.

        Of a body it is the Jacobian of its origin, or of `point`, in world coordinates, one for all or one for each
        world, which moves with it.
        """
        given = {kind: key for kind, key in (("body", body), ("site", site), ("geom", geom)) if key is not None}
        if len(given) != 1:
            raise TypeError(f"jac: expected one of body, site and geom, found {', '.join(given) or 'none'}")
        if point is not None and "body" not in given:
            raise TypeError("jac: a point is given with a body, not with a site or a geom")
        ((kind, key),) = given.items()
        index, chosen = find(self.model, kind, key), self._chosen(worlds)
        points = None if point is None else _vectors(point, len(chosen), "point")
        answers = np.zeros((2, len(chosen), 3, self.model.nv))

        def ask(row: int, m: Model, d: Data) -> None:
            out = answers[0, row], answers[1, row]
            if points is not None:
                _single.jac(m, d, points[row], index, out=out)
            else:
                getattr(_single, f"jac_{kind}")(m, d, index, out=out)

        alone(self, self._ask, chosen, ask)
        return answers[0], answers[1]

    def ray(
        self,
        point,
        vector,
        *,
        geomgroup=None,
        flg_static: bool = True,
        bodyexclude: str | int = -1,
        worlds: Worlds | None = None,
    ) -> BatchHits:
        """(x, geom, normal) of one ray in each chosen world, in the pose that `qpos` gives now; −1 where none is met.

        `point` and `vector` are one for all or one for each world; all else is as in `kn.ray`.
        """
        chosen = self._chosen(worlds)
        points, vectors = _vectors(point, len(chosen), "point"), _vectors(vector, len(chosen), "vector")
        hits = BatchHits(np.zeros(len(chosen)), np.zeros(len(chosen), np.int32), np.zeros((len(chosen), 3)))
        options = {"geomgroup": geomgroup, "flg_static": flg_static, "bodyexclude": bodyexclude}

        def ask(row: int, m: Model, d: Data) -> None:
            hits.x[row], hits.geom[row], _ = rays.ray(m, d, points[row], vectors[row], out=hits.normal[row], **options)

        alone(self, self._ask, chosen, ask)
        return hits

    def _ask(self, chosen: np.ndarray, ask: Callable[[int, Model, Data], None]) -> None:
        """ask(row, model, data) for each chosen world, with a Data whose poses are those of the world."""
        d = Data(self.model)
        for row, (world, m) in enumerate(zip(chosen, self._models(chosen), strict=True)):
            for name in PLACED:
                d._arrays[name][...] = self._memory.fields[name][world]
            _single.kinematics(m, d)
            _single.com_pos(m, d)
            ask(row, m, d)


def _vectors(values, count: int, name: str) -> np.ndarray:
    """One vector for each world; ValueError where the shape is another than (3,) or (count, 3)."""
    shape = shape_of(values, name)
    if shape not in ((3,), (count, 3)):
        raise ValueError(f"{name}: expected shape (3,) or ({count}, 3), found {shape}")
    return np.ascontiguousarray(np.broadcast_to(convert(values, REAL, shape, name), (count, 3)))

"""One element of a model and its rows in the arrays: what `model.joint("hip")` gives."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from knuckle.memory.records import assign, read_only, unknown_attribute
from knuckle.memory.shown import html_table
from knuckle.schema.fields import Field, data_fields, model_fields
from knuckle.schema.joints import dofs_of, plastic_of, positions_of

if TYPE_CHECKING:
    from knuckle.model.model import Model

# integers of Data, which compiled code takes as indices: users only read them
DATA_INTEGERS = frozenset(field.name for field in data_fields() if field.dtype.kind == "i")

Rows = Callable[["Model", int], slice]
Stored = tuple[str, Rows, bool]  # field, its rows, whether a single row drops its axis
Computed = Callable[[Mapping[str, np.ndarray], "Model", int], np.ndarray]  # what is no part of any array
Columns = dict[str, Stored | Computed]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of named element: the size that counts it, and the prefix of its fields."""

    size: str
    prefix: str


KINDS = {
    "body": Kind("nbody", "body_"),
    "joint": Kind("njnt", "jnt_"),
    "geom": Kind("ngeom", "geom_"),
    "site": Kind("nsite", "site_"),
    "camera": Kind("ncam", "cam_"),
    "light": Kind("nlight", "light_"),
    "mesh": Kind("nmesh", "mesh_"),
    "hfield": Kind("nhfield", "hfield_"),
    "texture": Kind("ntex", "tex_"),
    "material": Kind("nmat", "mat_"),
    "pair": Kind("npair", "pair_"),
    "exclude": Kind("nexclude", "exclude_"),
    "equality": Kind("neq", "eq_"),
    "tendon": Kind("ntendon", "tendon_"),
    "actuator": Kind("nactuator", "actuator_"),
    "sensor": Kind("nsensor", "sensor_"),
    "numeric": Kind("nnumeric", "numeric_"),
    "text": Kind("ntext", "text_"),
    "tuple": Kind("ntuple", "tuple_"),
    "key": Kind("nkey", "key_"),
}


class View:
    """One element: `id`, `name`, and its part of each array as an attribute that writes through."""

    __slots__ = ("_arrays", "_columns", "_kind", "_model", "id")
    _arrays: Mapping[str, np.ndarray]
    _columns: Columns
    _kind: str
    _model: "Model"
    id: int

    def __init__(self, arrays: Mapping[str, np.ndarray], columns: Columns, model: "Model", kind: str, index: int):
        write = super().__setattr__  # our own writes into arrays
        write("_arrays", arrays)
        write("_columns", columns)
        write("_kind", kind)
        write("_model", model)
        write("id", index)

    @property
    def name(self) -> str:
        """The name; empty where there is none."""
        return self._model._names[self._kind][self.id]

    def __getattr__(self, attribute: str) -> np.ndarray:
        if attribute.startswith("_"):  # what Python asks for where a view is copied, before it has anything
            raise AttributeError(attribute)
        column = self._columns.get(attribute)
        if column is None:
            raise unknown_attribute(self._kind, attribute, dir(self))
        if callable(column):
            return column(self._arrays, self._model, self.id)
        field, rows, single = column
        part = self._arrays[field][rows(self._model, self.id)]
        part = part[0] if single and part.ndim > 1 else part
        return read_only(part) if field in DATA_INTEGERS else part

    def __setattr__(self, attribute: str, value) -> None:
        if attribute in ("id", "name") or callable(self._columns.get(attribute)):
            raise AttributeError(f"{attribute} of a {self._kind} is read-only")
        part = getattr(self, attribute)
        if value is not part:
            assign(part, value, f"{self._kind} {self.name or self.id}: {attribute}")

    def __copy__(self) -> "View":
        return type(self)(self._arrays, self._columns, self._model, self._kind, self.id)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"a view of a {self._kind} cannot be pickled, nor copied with its arrays: take what it is a view of"
        )

    def __dir__(self) -> list[str]:
        return sorted(["id", "name", *self._columns])

    def __repr__(self) -> str:
        lines = [f"  {attribute}: {getattr(self, attribute)!r}" for attribute in dir(self)]
        return "\n".join([f"<{self._kind}", *lines, ">"])

    def _repr_html_(self) -> str:
        return html_table(f"{self._kind} {self.name!r}", {name: getattr(self, name) for name in dir(self)})


@cache
def model_columns(kind: str) -> Columns:
    """The attributes of one element of a model. A joint also has those of its dofs and of the reference poses."""
    entry = KINDS[kind]
    columns = _columns(model_fields(), entry.prefix, {entry.size: single_row})
    if kind == "joint":
        dofs = _columns(model_fields(), "dof_", {"nv": joint_dofs})
        columns = dofs | columns | {"bodyid": dofs["bodyid"]}  # as published: the body of each dof
        columns |= {"qpos0": ("qpos0", joint_qpos, False), "qpos_spring": ("qpos_spring", joint_qpos, False)}
    if kind == "actuator":
        columns |= _columns(model_fields(), entry.prefix, ACTUATOR_ROWS)
    data_size = {"numeric": "nnumericdata", "text": "ntextdata", "tuple": "ntupledata"}.get(kind)
    if data_size:
        columns |= _columns(model_fields(), entry.prefix, {data_size: packed_rows(entry.prefix)})
    return columns


@cache
def data_columns(kind: str) -> Columns:
    """The attributes of one element of a state; bodies and joints have those of all fields that are counted by them."""
    entry = KINDS[kind]
    public = tuple(field for field in data_fields() if field.stage != "scratch")
    if kind == "body":
        return _columns(public, "", {"nbody": single_row})
    if kind == "joint":
        return _columns(public, "", {"njnt": single_row, "nv": joint_dofs, "nq": joint_qpos, "nplastic": joint_plastic})
    if kind == "actuator":
        others: Columns = {"ctrl": ("ctrl", actuator_controls, True), "moment": actuator_moment}
        return others | _columns(public, entry.prefix, ACTUATOR_ROWS)
    if kind == "tendon":
        others = {"J": tendon_jacobian, "plastic": ("plastic", tendon_plastic, False)}
        return others | _columns(public, "ten_", {entry.size: single_row})
    if kind == "sensor":
        return {"data": ("sensordata", sensor_readings, False)}
    return _columns(public, entry.prefix, {entry.size: single_row})


def _columns(fields: tuple[Field, ...], prefix: str, rows_by_size: dict[str, Rows]) -> Columns:
    return {
        field.name.removeprefix(prefix): (field.name, rows_by_size[field.shape[0]], field.shape[0] not in SLICED)
        for field in fields
        if field.name.startswith(prefix) and field.shape and field.shape[0] in rows_by_size
    }


SLICED = {"nv", "nq", "nplastic", "nnumericdata", "ntextdata", "ntupledata"}


def single_row(model: "Model", index: int) -> slice:
    return slice(index, index + 1)


def joint_dofs(model: "Model", joint: int) -> slice:
    return dofs_of(model._arrays, joint)


def joint_qpos(model: "Model", joint: int) -> slice:
    return positions_of(model._arrays, joint)


def joint_plastic(model: "Model", joint: int) -> slice:
    return plastic_of(model._arrays, joint)


def actuator_controls(model: "Model", index: int) -> slice:
    start = int(model.actuator_ctrladr[index])
    return slice(start, start + int(model.actuator_ctrlnum[index]))


def actuator_forces(model: "Model", index: int) -> slice:
    start = int(model.actuator_outadr[index])
    return slice(start, start + int(model.actuator_outnum[index]))


def sensor_readings(model: "Model", index: int) -> slice:
    start = int(model.sensor_adr[index])
    return slice(start, start + int(model.sensor_dim[index]))


def actuator_moment(arrays: Mapping[str, np.ndarray], model: "Model", index: int) -> np.ndarray:
    """The length of an actuator's transmission by the positions of all dofs: a read-only copy of its sparse row."""
    outputs = range(model.nout)[actuator_forces(model, index)]
    moment = np.zeros((len(outputs), model.nv), arrays["actuator_moment"].dtype)
    for row, output in enumerate(outputs):
        start, count = int(arrays["moment_rowadr"][output]), int(arrays["moment_rownnz"][output])
        moment[row, arrays["moment_colind"][start : start + count]] = arrays["actuator_moment"][start : start + count]
    moment.flags.writeable = False
    return moment[0] if len(outputs) == 1 else moment


def tendon_plastic(model: "Model", tendon: int) -> slice:
    """The rest range of a plastic spring; empty for an elastic one."""
    start = int(model.tendon_plasticadr[tendon])
    return slice(start, start + 2) if start >= 0 else slice(0, 0)


def tendon_jacobian(arrays: Mapping[str, np.ndarray], model: "Model", index: int) -> np.ndarray:
    """The length of a tendon by the positions of all dofs: a read-only copy of its sparse row."""
    start, count = int(model.ten_J_rowadr[index]), int(model.ten_J_rownnz[index])
    row = np.zeros(model.nv, arrays["ten_J"].dtype)
    row[model.ten_J_colind[start : start + count]] = arrays["ten_J"][start : start + count]
    row.flags.writeable = False
    return row


ACTUATOR_ROWS: dict[str, Rows] = {"nu": actuator_controls, "nout": actuator_forces}


def packed_rows(prefix: str) -> Rows:
    """The part of a custom field in the array that holds all of them."""

    def rows(model: "Model", index: int) -> slice:
        start = int(model._arrays[prefix + "adr"][index])
        return slice(start, start + int(model._arrays[prefix + "size"][index]))

    return rows

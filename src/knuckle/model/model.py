"""Model: everything about a system that physics reads and never writes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING

from knuckle.contact_terms.pairs import physical_pairs
from knuckle.memory.arena import Arena, Views, allocate, plan
from knuckle.memory.garbage import collection_paused
from knuckle.memory.records import Record, unknown_attribute
from knuckle.memory.shown import counted, html_table
from knuckle.memory.worlds import ModelMemory, fill
from knuckle.model.callbacks import Callbacks
from knuckle.model.names import NamedModel, kind_name
from knuckle.model.options import Options, Statistics
from knuckle.model.views import KINDS
from knuckle.model.visual import Display
from knuckle.model.warnings import warn_user
from knuckle.schema.fields import model_fields, sizes
from knuckle.validate.indices import STRUCTURE

if TYPE_CHECKING:
    from knuckle.assets.image.origin import PictureOrigin
    from knuckle.assets.mesh.build import Origin
    from knuckle.compile.compiler import Compiled


class Model(Record, NamedModel, ModelMemory):
    """A compiled model: its sizes as integers and its arrays, with MuJoCo's names, as attributes.

    Make one with `knuckle.load`. `m.opt` holds the options, `m.stat` statistics, `m.vis` display settings, `m.warnings`
    the compiler's remarks, `m.callbacks` functions that run inside a step. Assigning to an array writes into it; arrays
    that tie the parts together, such as `m.body_parentid`, are read-only. `m.joint("hip").range` is the part of an
    array that belongs to one element.
    """

    opt: Options
    stat: Statistics
    vis: Display
    callbacks: Callbacks
    model_name: str
    warnings: tuple[str, ...]
    _shown: Views
    _mesh_origins: Sequence["Origin | None"]
    _picture_origins: Sequence["PictureOrigin | None"]

    def __init__(self, compiled: "Compiled"):
        if not hasattr(compiled, "counts"):
            found = type(compiled).__name__
            raise TypeError(f"Model: expected a compile product, found {found}; use knuckle.load for files and texts")
        counts = {name: int(compiled.counts[name]) for name in sizes()}
        arena = allocate(plan(model_fields(), counts))
        made = getattr(compiled, "arena", None)
        if made is not None and made.layout is arena.layout:
            arena.copy_from(made)
        else:
            fill(arena, compiled.arrays)
        self._adopt(counts, arena, compiled.names, compiled.vis, compiled.model_name, compiled.warnings)
        self._mesh_origins = tuple(getattr(compiled, "mesh_origins", ()))
        self._picture_origins = tuple(getattr(compiled, "picture_origins", ()))

    @classmethod
    def from_xml_path(
        cls, path: str | PathLike[str], omit: Iterable[str] = (), *, transmissions: bool = False
    ) -> "Model":
        """Load an MJCF or URDF file, or an archive (.mjz); `omit` names features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
        from knuckle.assets.mjz import is_archive, load_archive
        from knuckle.compile import compile_spec
        from knuckle.parse import load_file

        read = load_archive if is_archive(path) else load_file
        with collection_paused():
            return cls._with_warnings(compile_spec(read(path, omit=omit, transmissions=transmissions)))

    @classmethod
    def from_xml_string(
        cls,
        text: str,
        assets: Mapping[str, bytes] | None = None,
        omit: Iterable[str] = (),
        *,
        transmissions: bool = False,
    ) -> "Model":
        """Load text in MJCF or URDF; `assets` holds the contents of files it names, `omit` features to leave out.

        With `transmissions`, those of a URDF become motors.
        """
        from knuckle.compile import compile_spec
        from knuckle.parse import load_string

        with collection_paused():
            spec = load_string(text, assets=assets, omit=omit, transmissions=transmissions)
            return cls._with_warnings(compile_spec(spec))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Model":
        """Load a file that `save` wrote; FileFormatError where the file is not one."""
        from knuckle.model.file_format import read_model

        return read_model(path)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the compiled model to a binary file (.knm), which `knuckle.load` reads without compiling again.

        It is no MJCF, and a name that ends in .xml is refused. An old file is replaced only by a complete new one.
        """
        from knuckle.model.file_format import write_model

        write_model(self, path)

    def to_xml(self, assets: dict[str, bytes] | None = None) -> str:
        """The model as MJCF text that loads to the same model, here and in MuJoCo, whatever it was made from.

        Bodies have explicit inertia, angles are in radians, default classes are resolved, numbers read back exactly.
        Without `assets` meshes and height fields stand in the text itself; a dictionary is filled with files for them,
        which the text names: `knuckle.load(text, assets)`. A model holds no pixels: textures are written from the files
        that they came from, if there is a dictionary for these, else they become white ones of the same size. Normals
        and texture coordinates that corners of triangles have for themselves need files. Meshes
        whose arrays were changed are found again to single precision. Callbacks, and options that MJCF has no word for,
        are not written.
        """
        from knuckle.write import model_to_xml

        return model_to_xml(self, assets)

    def save_xml(self, path: str | PathLike[str]) -> None:
        """Write the model as MJCF (see `to_xml`), with the files of its meshes and height fields beside it.

        These lie in a folder of the file's name with `_assets` behind it. `save` writes a binary file.
        """
        from knuckle.write import save_model_xml

        save_model_xml(self, path)

    def copy(self) -> "Model":
        """An independent copy of the model."""
        arena = allocate(self._arena.layout)
        arena.copy_from(self._arena)
        model = self._assemble(self._counts, arena, self._names, self.vis.as_dict(), self.model_name, self.warnings)
        model._mesh_origins, model._picture_origins = self._mesh_origins, self._picture_origins
        return model

    def names(self, kind: str) -> list[str]:
        """The names of all elements of a kind, such as `m.names("joint")`, by index; empty text for those without."""
        return list(self._names[kind_name(kind)])

    @classmethod
    def _with_warnings(cls, compiled: "Compiled") -> "Model":
        """The model, which takes over the memory of what was compiled, and a ModelWarning for each of its warnings."""
        model = cls._assemble(
            *(compiled.counts, compiled.arena, compiled.names, compiled.vis, compiled.model_name, compiled.warnings)
        )
        model._mesh_origins, model._picture_origins = compiled.mesh_origins, tuple(compiled.picture_origins)
        warn_user(model.warnings)
        return model

    @classmethod
    def _assemble(cls, *parts) -> "Model":
        """A model around an arena that is filled already; the parts are those of `_adopt`."""
        model = cls.__new__(cls)
        model._adopt(*parts)
        return model

    def _adopt(self, counts: dict[str, int], arena: Arena, names, vis: dict, model_name: str, warnings) -> None:
        self._hold(counts, arena)
        self._shown = arena.sealed(STRUCTURE)
        self.__dict__.update(
            counts,
            opt=Options(arena.arrays, physical_pairs(names.get("numeric", ()), names.get("pair", ()), arena.arrays)),
            stat=Statistics(arena.arrays),
            callbacks=Callbacks(self._table),
            model_name=str(model_name),
            warnings=tuple(warnings),
        )
        self._display = vis
        self._names = {kind: list(names.get(kind, [""] * counts[KINDS[kind].size])) for kind in KINDS}
        self._index: dict[str, dict[str, int]] = {}
        self._mesh_origins, self._picture_origins = (), ()

    def __getattr__(self, name: str):
        if name in _public():  # made when it is asked for: a program looks at few of them
            array = self.__dict__[name] = self._shown[name]
            return array
        if name == "vis":
            display = self.__dict__[name] = Display(self._display)
            return display
        if name.startswith("__"):
            raise AttributeError(name)
        for prefix in ("opt", "stat"):
            if name.startswith(prefix + "_") and name in _names():
                raise AttributeError(f"Model has no attribute {name!r}; did you mean '{name.replace('_', '.', 1)}'?")
        raise unknown_attribute("Model", name, dir(self))

    def __setattr__(self, name: str, value) -> None:
        if name in _public() or name == "vis":
            getattr(self, name)
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_public(), "vis"})

    def __copy__(self) -> "Model":
        return self.copy()

    def __deepcopy__(self, memo: dict) -> "Model":
        return self.copy()

    def __reduce__(self):
        from knuckle.model.file_format import model_from_bytes, model_to_bytes

        return model_from_bytes, (model_to_bytes(self),)

    def __repr__(self) -> str:
        return f"<Model {self.model_name!r}: {self._parts()}, timestep {self.opt.timestep:g} s>"

    def _repr_html_(self) -> str:
        chosen = {name: getattr(self.opt, name) for name in ("timestep", "integrator", "solver", "cone", "gravity")}
        notes = {"warnings": "; ".join(self.warnings)} if self.warnings else {}
        return html_table(f"Model {self.model_name!r}", {"parts": self._parts(), **chosen, **notes})

    def _parts(self) -> str:
        """How many there are of the main elements, in words."""
        return counted(
            (
                (self.nbody, "body", "bodies"),
                (self.njnt, "joint", "joints"),
                (self.nv, "dof", "dofs"),
                (self.ngeom, "geom", "geoms"),
                (self.nu, "actuator", "actuators"),
            )
        )


@cache
def _public() -> frozenset[str]:
    """Fields that are attributes of a model."""
    return frozenset(name for name in _names() if not name.startswith(("opt_", "stat_")))


@cache
def _names() -> frozenset[str]:
    return frozenset(field.name for field in model_fields())

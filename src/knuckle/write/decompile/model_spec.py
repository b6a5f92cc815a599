"""A Spec that compiles to a given model."""

from typing import TYPE_CHECKING

from knuckle.spec.tree import Spec
from knuckle.write.decompile.actuators import decompile_actuators
from knuckle.write.decompile.assets import decompile_hfields, decompile_materials, decompile_textures
from knuckle.write.decompile.meshes import decompile_meshes
from knuckle.write.decompile.relations import fill_contacts, fill_equalities, fill_tendons
from knuckle.write.decompile.sensors import decompile_sensors
from knuckle.write.decompile.settings import fill_custom, fill_settings
from knuckle.write.decompile.source import Source
from knuckle.write.decompile.tree import build_tree

if TYPE_CHECKING:
    from knuckle.model.model import Model


def model_to_spec(m: "Model", files: dict[str, bytes] | None = None) -> Spec:
    """The elements of a model; large data go into `files`, by name, where that is given, else into attributes.

    What refers to others comes after them: an element without a name gets one where it is referred to.
    """
    source, spec = Source(m=m, files=files), Spec()
    fill_settings(source, spec)
    spec.textures = decompile_textures(source)
    spec.materials = decompile_materials(source)
    spec.hfields = decompile_hfields(source)
    spec.meshes, shown = decompile_meshes(source)
    spec.worldbody = build_tree(source, shown)
    fill_contacts(source, spec)
    fill_tendons(source, spec)
    fill_equalities(source, spec)
    spec.actuators = decompile_actuators(source)
    spec.sensors = decompile_sensors(source)
    fill_custom(source, spec)
    spec.assets = files or {}
    return spec

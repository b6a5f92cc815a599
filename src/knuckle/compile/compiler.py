"""Spec -> arrays of Model: the ordered list of passes.

Each pass reads the parts and arrays made so far and adds its own. Faults are collected, and raised together at the
points where later passes could not go on.
"""

from knuckle.compile.derived.coincidence import mark_coincidence
from knuckle.compile.derived.constants import fill_constants
from knuckle.compile.derived.contact_terms import fill_contact_terms
from knuckle.compile.derived.length_range import fill_length_ranges
from knuckle.compile.derived.statistics import fill_statistics
from knuckle.compile.derived.structure import check_free_joints, check_structure
from knuckle.compile.derived.sums import sum_over_bodies
from knuckle.compile.derived.tree import build_patterns, number_tree
from knuckle.compile.elements.actuators import fill_actuators
from knuckle.compile.elements.bodies import fill_bodies
from knuckle.compile.elements.cameras import fill_cameras, fill_lights
from knuckle.compile.elements.custom import fill_custom
from knuckle.compile.elements.equalities import fill_equalities
from knuckle.compile.elements.geoms import fill_geoms, fill_sites
from knuckle.compile.elements.hfields import fill_hfields, place_hfields
from knuckle.compile.elements.joints import fill_joints
from knuckle.compile.elements.keyframes import fill_keyframes
from knuckle.compile.elements.materials import fill_materials
from knuckle.compile.elements.mesh_arrays import fill_meshes
from knuckle.compile.elements.meshes import place_meshes
from knuckle.compile.elements.options import check_options, fill_options, visual_settings
from knuckle.compile.elements.pairs import fill_excludes, fill_pairs
from knuckle.compile.elements.reference_formats import warn_of_mixed_formats
from knuckle.compile.elements.sensors import fill_sensors
from knuckle.compile.elements.tendons import fill_tendons
from knuckle.compile.elements.textures import fill_textures, picture_origins
from knuckle.compile.elements.userdata import fill_user_data
from knuckle.compile.frames.alignment import align_free_bodies
from knuckle.compile.frames.discard import discard_visual
from knuckle.compile.frames.flatten import flatten
from knuckle.compile.frames.fuse import fuse_static_bodies
from knuckle.compile.limits import check_capacity
from knuckle.compile.mass.inertia import check_moving_mass, set_total_mass, weigh_bodies, weigh_geoms
from knuckle.compile.parts import Assembly
from knuckle.compile.problems import computable
from knuckle.compile.result import Compiled, check_numbers, collect_elements, finished_arrays, finished_counts, names_of
from knuckle.spec.tree import Spec


@computable()
def compile_spec(spec: Spec) -> Compiled:
    """The arrays of a model; raises ModelError with every fault that was found."""
    a = Assembly(spec=spec, warnings=list(spec.warnings))
    assemble(a)
    fill_elements(a)
    a.problems.check()

    # what follows from all of it
    sum_over_bodies(a)
    mark_coincidence(a)
    build_patterns(a)
    elements = collect_elements(a)
    names = names_of(a, elements)
    counts, arena = finished_counts(a, names), finished_arrays(a)
    arrays = arena.arrays
    a.problems.check()

    # what follows from the reference pose, as the simulation computes it
    reference = fill_constants(a, counts, arena)
    if reference is not None:
        fill_length_ranges(a, counts, arrays)
        fill_statistics(a, reference, arrays)
        fill_contact_terms(a, names, arrays)
        check_numbers(a, arena)
    a.problems.check()
    return Compiled(
        counts=counts,
        arena=arena,
        names=names,
        elements=elements,
        model_name=spec.model,
        vis=visual_settings(spec),
        warnings=a.warnings,
        mesh_origins=tuple(mesh.origin for mesh in a.meshes),
        picture_origins=picture_origins(a),
    )


def assemble(a: Assembly) -> None:
    """Geometry, mass, and who belongs to whom."""
    check_options(a)
    flatten(a)
    place_meshes(a)
    place_hfields(a)
    check_structure(a)
    weigh_geoms(a)
    weigh_bodies(a)
    discard_visual(a)
    fuse_static_bodies(a)
    a.settle()
    check_free_joints(a)
    set_total_mass(a)
    check_moving_mass(a)
    align_free_bodies(a)
    number_tree(a)
    check_capacity(a)


def fill_elements(a: Assembly) -> None:
    """One pass per kind of element."""
    fill_options(a)
    fill_bodies(a)
    fill_joints(a)
    fill_geoms(a)
    fill_sites(a)
    fill_tendons(a)
    fill_actuators(a)
    fill_meshes(a)
    fill_hfields(a)
    fill_cameras(a)
    fill_lights(a)
    fill_sensors(a)
    fill_textures(a)
    fill_materials(a)
    fill_pairs(a)
    fill_excludes(a)
    fill_equalities(a)
    warn_of_mixed_formats(a)
    fill_user_data(a)
    fill_custom(a)
    fill_keyframes(a)

"""Model: sizes, arrays, options, copies."""

import copy
import ctypes
import pickle
import re

import numpy as np
import pytest
from support.reference import EVERYTHING, both, compile_product, field_value

from knuckle.model.model import Model
from knuckle.schema.enums import Cone, DisableBit, EnableBit, Integrator
from knuckle.schema.fields import model_fields, sizes
from knuckle.schema.hooks import TABLE_WORDS


@pytest.fixture
def m():
    return both()[0]


def same_values(one: Model, two: Model) -> bool:
    return all(array.tobytes() == two._arrays[name].tobytes() for name, array in one._arrays.items())


def test_sizes_and_arrays_are_those_of_the_compile_product():
    m, reference = both()
    assert all(getattr(m, name) == getattr(reference, name) for name in sizes())
    for field in model_fields():
        theirs = field_value(reference, field.name)
        if theirs is not None:
            assert np.array_equal(m._arrays[field.name], theirs), field.name


def test_arrays_are_persistent_and_assignment_writes_in_place(m):
    mass = m.body_mass
    assert m.body_mass is mass
    m.body_mass = np.arange(m.nbody)
    assert m.body_mass is mass and mass.tolist() == list(range(m.nbody))
    m.body_mass += 1
    assert m.body_mass is mass and mass[0] == 1
    m.body_mass = 2
    assert (mass == 2).all()


def test_assignment_copies(m):
    values = np.ones(m.nbody)
    m.body_mass = values
    values[:] = 5
    assert (m.body_mass == 1).all()


@pytest.mark.parametrize(
    ("field", "value", "error", "words"),
    [
        ("body_mass", [1, 2], ValueError, ["body_mass", "(6,)", "(2,)"]),
        ("body_pos", np.zeros((3, 6)), ValueError, ["body_pos", "(6, 3)", "(3, 6)"]),
        ("body_pos", [[1, 2, 3], [1]], ValueError, ["body_pos", "(6, 3)"]),
        ("body_mass", "heavy", TypeError, ["body_mass", "float64"]),
        ("body_mass", None, TypeError, ["body_mass", "NoneType"]),
        ("body_mass", [1j] * 6, TypeError, ["body_mass", "complex128"]),
        ("jnt_group", [0.5, 1, 2, 3], TypeError, ["jnt_group", "int32"]),
        ("jnt_group", 2**40, ValueError, ["jnt_group", "int32"]),
        ("jnt_limited", 2, ValueError, ["jnt_limited", "bool"]),
    ],
)
def test_a_value_that_does_not_fit_is_refused_and_changes_nothing(m, field, value, error, words):
    before = m._arrays[field].copy()
    with pytest.raises(error) as caught:
        setattr(m, field, value)
    assert all(word in str(caught.value) for word in words)
    assert np.array_equal(m._arrays[field], before)


def test_unknown_attributes_name_the_nearest(m):
    with pytest.raises(AttributeError, match="body_mass"):
        m.body_mas  # noqa: B018
    with pytest.raises(AttributeError, match="body_mass"):
        m.body_mas = 3
    with pytest.raises(AttributeError, match=r"opt\.timestep"):
        m.opt_timestep  # noqa: B018


def test_sizes_and_parts_are_read_only(m):
    for name in ("nv", "opt", "stat", "vis", "model_name"):
        with pytest.raises(AttributeError, match="read-only"):
            setattr(m, name, 3)
    with pytest.raises(AttributeError, match="body_mass"):
        del m.body_mass


def test_options_read_as_numbers_and_write_in_place(m):
    assert m.opt.timestep == 0.004 and type(m.opt.timestep) is float
    m.opt.timestep = 0.001
    assert m._arrays["opt_timestep"] == 0.001
    gravity = m.opt.gravity
    m.opt.gravity = [0, 0, -1]
    assert m.opt.gravity is gravity and gravity.tolist() == [0, 0, -1]
    m.opt.gravity[2] = -2
    assert m._arrays["opt_gravity"][2] == -2
    m.opt.gravity *= 2
    assert m._arrays["opt_gravity"][2] == -4
    assert m.stat.center.shape == (3,) and isinstance(m.stat.extent, float)


@pytest.mark.parametrize("value", [Integrator.RK4, 1, "rk4", "RK4", np.int32(1)])
def test_enumerated_options_take_members_numbers_and_names(m, value):
    m.opt.integrator = value
    assert m.opt.integrator == Integrator.RK4 == 1
    assert m._arrays["opt_integrator"] == 1


def test_enumerated_options_read_as_members(m):
    assert m.opt.integrator is Integrator.IMPLICITFAST
    assert m.opt.cone is Cone.PYRAMIDAL


@pytest.mark.parametrize(
    ("name", "value", "error", "word"),
    [
        ("timestep", float("nan"), ValueError, "finite"),
        ("timestep", 0, ValueError, "positive"),
        ("timestep", -1.0, ValueError, "positive"),
        ("timestep", "fast", TypeError, "timestep"),
        ("gravity", [0, 0], ValueError, "(3,)"),
        ("gravity", [0, 0, float("inf")], ValueError, "finite"),
        ("iterations", -1, ValueError, "zero or more"),
        ("iterations", 1.5, TypeError, "iterations"),
        ("integrator", "implicitfats", ValueError, "'implicitfast'"),
        ("integrator", 99, ValueError, "euler (0)"),
        ("integrator", None, TypeError, "euler (0)"),
        ("disableflags", 1 << 30, ValueError, "bits"),
        ("timestp", 1, AttributeError, "'timestep'"),
    ],
)
def test_bad_options_are_refused_and_change_nothing(m, name, value, error, word):
    before = {key: array.copy() for key, array in m._arrays.items()}
    with pytest.raises(error) as caught:
        setattr(m.opt, name, value)
    assert word in str(caught.value)
    assert all(np.array_equal(array, before[key]) for key, array in m._arrays.items())


def test_flags_read_and_write_the_bits(m):
    assert m.opt.flags.gravity and not m.opt.flags.energy
    m.opt.flags.gravity = False
    m.opt.flags.energy = True
    assert m.opt.disableflags == DisableBit.GRAVITY and m.opt.enableflags == EnableBit.ENERGY
    m.opt.flags.gravity = True
    assert m.opt.disableflags == 0
    m.opt.disableflags |= DisableBit.CONTACT
    assert not m.opt.flags.contact


def test_flags_are_listed_and_checked(m):
    assert set(m.opt.flags) == {bit.name.lower() for bit in (*DisableBit, *EnableBit)}
    assert re.search(r"^  gravity +True$", repr(m.opt.flags), re.M)
    with pytest.raises(AttributeError, match="'gravity'"):
        m.opt.flags.gravitiy = False
    with pytest.raises(TypeError, match="True or False"):
        m.opt.flags.gravity = "off"


def test_display_settings_are_attributes(m):
    assert m.vis.global_.fovy == 45 and m.vis.headlight.ambient.dtype == np.float32
    m.vis.global_.fovy = 30
    assert m.vis.global_.fovy == 30.0
    with pytest.raises(TypeError):
        m.vis.global_.offwidth = 3.5
    with pytest.raises(ValueError, match=r"\(3,\)"):
        m.vis.headlight.ambient = [1, 2]
    with pytest.raises(AttributeError, match="'fovy'"):
        m.vis.global_.fov = 3
    with pytest.raises(AttributeError, match="group"):
        m.vis.global_ = 3


@pytest.mark.parametrize(
    "duplicate",
    [Model.copy, copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))],
    ids=["copy", "copy.copy", "deepcopy", "pickle"],
)
def test_a_copy_has_the_same_values_and_its_own_memory(m, duplicate):
    m.opt.timestep = 0.007
    m.vis.global_.fovy = 12.0
    twin = duplicate(m)
    assert same_values(m, twin) and twin.opt.timestep == 0.007 and twin.vis.global_.fovy == 12
    assert all(twin.names(kind) == m.names(kind) for kind in ("body", "joint", "key"))
    twin.body_mass[1] = 99
    twin.opt.timestep = 1
    twin.vis.headlight.ambient[0] = 1
    assert m.body_mass[1] != 99 and m.opt.timestep == 0.007 and m.vis.headlight.ambient[0] != 1
    assert twin != m and m == m and hash(m) != hash(twin)


def test_the_table_for_compiled_code_holds_sizes_then_addresses(m):
    words = len(sizes()) + len(TABLE_WORDS)
    length = words + len(model_fields())
    slots = list((ctypes.c_int64 * length).from_address(m._address))
    assert slots[: len(sizes())] == [getattr(m, name) for name in sizes()]
    assert not any(slots[len(sizes()) : words])  # nothing of the user is called
    assert slots[words:] == [m._arrays[field.name].ctypes.data for field in model_fields()]


def test_repr_is_one_line(m):
    assert repr(m) == "<Model 'everything': 6 bodies, 4 joints, 11 dofs, 7 geoms, 2 actuators, timestep 0.004 s>"


def test_names_are_listed_by_kind(m):
    assert m.names("joint") == m.names("jnt") == ["root", "hip", "knee", "rail"]
    assert m.names("geom")[4] == ""
    with pytest.raises(KeyError, match="joint"):
        m.names("joints")


def test_a_compile_product_with_a_wrong_shape_is_refused():
    import mujoco

    product = compile_product(mujoco.MjModel.from_xml_string(EVERYTHING))
    product.arrays["body_mass"] = np.ones(2)
    with pytest.raises(ValueError, match="body_mass"):
        Model(product)
    del product.arrays["body_mass"]
    with pytest.raises(ValueError, match="body_mass"):
        Model(product)


def test_dir_shows_arrays_and_hides_what_is_internal(m):
    shown = set(dir(m))
    assert {"body_mass", "nv", "opt", "joint", "copy"} <= shown
    assert not {"_arrays", "opt_timestep", "_table"} & shown

"""Rows that find no room say how much they need, write nothing beyond it, and are whole after growth."""

import numpy as np
import pytest
from support.row_reference import OUTPUTS, Scene
from support.row_scenes import CONTACTS

from knuckle.machine.python import DataView, ModelView
from knuckle.memory.capacity import capacities_of
from knuckle.physics.constraint.make import make_constraint
from knuckle.physics.constraint.project import project_constraint
from knuckle.physics.constraint.reference import reference_constraint

XML = CONTACTS.format(cone="pyramidal", dim=4, flag="{flag}").replace("impratio", 'noslip_iterations="1" impratio')


def run(kernel, scene) -> None:
    kernel(ModelView(scene.m._arena.arrays, scene.m._counts), DataView(scene.d._arrays))


@pytest.mark.parametrize("flag", ["", 'diagexact="enable"'])
@pytest.mark.parametrize("capacity", ["maxefc", "maxJ", "maxY", "maxA"])
def test_missing_room(capacity, flag):
    scene = Scene(XML.format(flag=flag), spread=0.02)
    needed = {"maxefc": scene.data.nefc, "maxJ": scene.data.nJ, "maxY": scene.data.nY, "maxA": scene.data.nA}
    # one too few of one kind, just enough of the others; Python raises where a kernel writes beyond
    scene.d._resize(capacities_of(scene.d._arrays) | needed | {capacity: needed[capacity] - 1})
    scene.take_over()
    run(make_constraint, scene)
    run(project_constraint, scene)
    assert scene.array("overflow") == 1.0
    assert scene.array("need_" + capacity.removeprefix("max")) == needed[capacity]
    if capacity in ("maxefc", "maxJ"):
        assert scene.d.nefc == scene.d.nJ == scene.d.ne == scene.d.nf == scene.d.nl == 0
        assert (scene.d.contact_efc_address == -1).all()

    while scene.array("overflow") > 0.0:
        scene.d.grow()
        run(make_constraint, scene)
        run(project_constraint, scene)
    run(reference_constraint, scene)
    scene.check()
    assert scene.d.nA == scene.data.nA
    assert scene.error("efc_AR") < 1e-12


def test_exactly_enough_room_is_enough():
    scene = Scene(XML.format(flag=""), spread=0.02)
    needed = {"maxefc": scene.data.nefc, "maxJ": scene.data.nJ, "maxY": scene.data.nY, "maxA": scene.data.nA}
    scene.d._resize(capacities_of(scene.d._arrays) | needed)
    scene.take_over()
    run(make_constraint, scene)
    run(project_constraint, scene)
    assert scene.array("overflow") == 0.0
    solved = {"efc_b", "efc_force", "efc_vel", "efc_aref"}  # of later stages
    for name in OUTPUTS:
        if scene.array(name).dtype.kind == "f" and name not in solved:
            assert np.isfinite(scene.array(name)).all(), name

"""Each stage alone: inputs from the reference, outputs poisoned, then every field it writes compared."""

import mujoco
import pytest
from support.smooth_reference import MODELS, Bench

from knuckle.physics.force.bias import bias
from knuckle.physics.force.energy import energy_pos, energy_vel
from knuckle.physics.inertia.crb import crb
from knuckle.physics.inertia.factor import factor_M
from knuckle.physics.kinematics.cameras import camera_light
from knuckle.physics.kinematics.com import com_pos
from knuckle.physics.kinematics.momentum import subtree_vel
from knuckle.physics.kinematics.poses import kinematics
from knuckle.physics.kinematics.velocities import com_vel

# a few hundred operations on numbers of the field's scale, each rounded at 1e-16
TOLERANCE = 1e-12

STAGES = {
    kinematics: "xpos xquat xmat xipos xiquat ximat xanchor xaxis geom_xpos geom_xquat geom_xmat "
    "site_xpos site_xquat site_xmat",
    com_pos: "subtree_com cinert cdof",
    camera_light: "cam_xpos cam_xmat light_xpos light_xdir",
    crb: "crb M",
    factor_M: "qLD qLDiagInv",
    com_vel: "cvel cdof_dot",
    bias: "qfrc_bias",
    subtree_vel: "subtree_linvel subtree_angmom",
}


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("name", MODELS)
def test_stage_equals_reference(name, stage):
    fields = STAGES[stage].split()
    for seed in range(3):
        bench = Bench(name, seed)
        bench.poison(*fields)
        stage(bench.m, bench.d)
        errors = {field: bench.error(field) for field in fields}
        assert max(errors.values()) < TOLERANCE, errors


@pytest.mark.parametrize("name", MODELS)
def test_energies_equal_reference(name):
    bench = Bench(name)
    bench.poison("energy")
    energy_pos(bench.m, bench.d)
    energy_vel(bench.m, bench.d)
    assert bench.error("energy") < TOLERANCE


@pytest.mark.parametrize("flag", ["GRAVITY", "SPRING"])
def test_disabled_forces_store_no_energy(flag):
    bench = Bench("springs")
    bench.model.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}"))
    bench.m._arrays["opt_disableflags"][...] = bench.model.opt.disableflags
    mujoco.mj_energyPos(bench.model, bench.data)
    energy_pos(bench.m, bench.d)
    assert bench.error("energy") < TOLERANCE


def test_disabled_gravity_leaves_the_bias_force_of_motion():
    bench = Bench("tree")
    bench.model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
    bench.m._arrays["opt_disableflags"][...] = bench.model.opt.disableflags
    mujoco.mj_fwdVelocity(bench.model, bench.data)
    bias(bench.m, bench.d)
    assert bench.error("qfrc_bias") < TOLERANCE

"""Every family of constraint rows equals the reference: counts, order, columns and numbers."""

import mujoco
import numpy as np
import pytest
from support.row_reference import PYTHON, Scene
from support.row_scenes import CONTACTS, EQUALITIES, LIMITS, equality_scene


@pytest.mark.parametrize("name", EQUALITIES)
def test_equalities(name):
    for seed in range(2):
        scene = Scene(equality_scene(name), seed, spread=0.5).make()
        assert (scene.d.ne > 0) == (name != "without_dofs")
        scene.check()


def test_limits_and_dry_friction():
    kinds = set()
    for seed in range(3):
        scene = Scene(LIMITS, seed, spread=0.3).make()
        kinds |= set(scene.d.efc_type.tolist())
        scene.check()
    assert kinds == {1, 3}


@pytest.mark.parametrize("dim", [1, 3, 4, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_contacts(cone, dim):
    scene = Scene(CONTACTS.format(cone=cone, dim=dim, flag=""), spread=0.02).make()
    assert scene.d.ncon > 4
    scene.check()


def test_rows_of_one_body_that_follow_each_other_are_known_to_share_columns():
    scene = Scene(CONTACTS.format(cone="elliptic", dim=3, flag=""), spread=0.02).make()
    columns = [
        tuple(scene.d.efc_J_colind[a : a + n]) for a, n in zip(scene.d.efc_J_rowadr, scene.d.efc_J_rownnz, strict=True)
    ]
    for r, following in enumerate(scene.d.efc_J_rowsuper):
        assert columns[r : r + following + 1] == [columns[r]] * (following + 1)
        assert r + following + 1 == len(columns) or columns[r + following + 1] != columns[r]


@pytest.mark.parametrize("flag", ["contact", "constraint", "equality", "limit", "frictionloss", "refsafe"])
def test_flags(flag):
    for xml in (CONTACTS.format(cone="elliptic", dim=3, flag=f'{flag}="disable"'), equality_scene("weld"), LIMITS):
        xml = xml.replace('jacobian="sparse"/>', f'jacobian="sparse"><flag {flag}="disable"/></option>')
        Scene(xml, spread=0.1).make().check()


def test_a_dense_jacobian_of_the_reference_has_the_same_rows():
    scene = Scene(CONTACTS.format(cone="pyramidal", dim=4, flag="").replace("sparse", "dense"), spread=0.02).make()
    expected = scene.data.efc_J.reshape(scene.data.nefc, -1)
    assert np.abs(scene.dense_J() - expected).max() < 1e-14
    assert scene.error("efc_aref") < 1e-11


def test_a_contact_that_no_dof_changes_is_excluded():
    xml = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/>
        <body mocap="true" pos="0 0 .05"><geom name="hand" size=".1"/></body>
        <body pos="1 0 .15"><freejoint/><geom name="a" size=".1"/><body><geom name="b" size=".1"/></body></body>
      </worldbody>
      <contact><pair geom1="floor" geom2="hand"/><pair geom1="a" geom2="b"/></contact></mujoco>"""
    scene = Scene(xml, spread=0.0).make()
    assert scene.d.contact_exclude.tolist() == scene.data.contact.exclude.tolist() == [3, 3]
    assert scene.d.contact_efc_address.tolist() == [-1, -1]
    assert scene.d.nefc == 0


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_sticking_contacts_pull(cone):
    for flag in ("", 'spring="disable" damper="disable"'):
        scene = Scene(CONTACTS.format(cone=cone, dim=4, flag=flag), spread=0.02).make()
        scene.array("qfrc_adhesion")[:] = np.nan
        for name in ("xipos", "ximat", "xanchor", "xaxis", "plastic"):
            scene.array(name)[...] = np.reshape(getattr(scene.data, name), scene.array(name).shape)
        PYTHON.passive(scene.m, scene.d)
        assert np.any(scene.data.qfrc_adhesion) == (not flag)
        assert np.abs(scene.d.qfrc_adhesion - scene.data.qfrc_adhesion).max() < 1e-13
        assert np.abs(scene.d.qfrc_passive - scene.data.qfrc_passive).max() < 1e-13


ONE_LIMIT = """
<mujoco><option timestep=".01" jacobian="sparse"><flag {flag}/></option>
  <worldbody><body><joint type="slide" range="0 5" limited="true"/><geom size=".1"/></body></worldbody>
</mujoco>
"""
SOLREFS = [(0.05, 1), (0.01, 1), (0.001, 0.5), (-100, -5), (-100, 0), (0, -5), (0, 0), (0.05, 0), (-100, 5), (0.05, -1)]
SOLIMPS = [
    (0.9, 0.95, 0.001, 0.5, 2),
    (0.2, 0.99, 0.1, 0.3, 3.3),
    (0.2, 0.99, 0.1, 0.3, 0.5),
    (0.99, 0.2, 0.1, 0.7, 2),
    (-1, 2, 0.1, -1, 3),
    (0.5, 0.9, 0.1, 1, 3),
    (0.9, 0.9, 0.1, 0.3, 2),
    (0.9, 0.95, 0, 0.5, 2),
    (0.9, 0.95, -1, 0.5, 2),
]


@pytest.mark.sweep
@pytest.mark.parametrize("flag", ["", 'refsafe="disable"'])
def test_every_format_of_solver_parameters(flag):
    scene = Scene(ONE_LIMIT.format(flag=flag))
    cases = [(ref, SOLIMPS[1]) for ref in SOLREFS] + [(SOLREFS[0], imp) for imp in SOLIMPS]
    for solref, solimp in cases:
        for q in (-1e-3, -0.02, -0.07, -0.2):
            for model in (scene.m, scene.model):
                model.jnt_solref[0], model.jnt_solimp[0] = solref, solimp
            scene.data.qpos[0] = q
            mujoco.mj_forward(scene.model, scene.data)
            scene.take_over()
            scene.make()
            for name in ("efc_R", "efc_aref", "efc_diagA"):
                assert scene.error(name) < 1e-11, (name, solref, solimp, q)
            assert np.allclose(scene.d.efc_KBIP, scene.data.efc_KBIP, rtol=1e-13, atol=0), (solref, solimp, q)

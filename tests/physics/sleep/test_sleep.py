"""Sleep: the same trees sleep at the same steps as in the reference, and what is asleep costs and changes nothing."""

import warnings

import mujoco
import numpy as np
import pytest
from support.sleep_scenes import PAIR, SCENES, STACK, assign, box, model

import knuckle as kn

COUNTS = ("ntree_awake", "nbody_awake", "nparent_awake", "nv_awake", "ncon", "nefc", "nisland")
LISTS = {"body_awake_ind": "nbody_awake", "parent_awake_ind": "nparent_awake", "dof_awake_ind": "nv_awake"}
FIELDS = (
    *(
        "qpos",
        "qvel",
        "act",
        "energy",
        "xpos",
        "xquat",
        "geom_xpos",
        "subtree_com",
        "cinert",
        "crb",
        "M",
        "qLD",
        "cvel",
    ),
    *("qfrc_bias", "qfrc_passive", "qfrc_smooth", "qacc_smooth", "qfrc_constraint", "qacc", "qacc_warmstart"),
)
IN_THE_FRAME = ("cinert", "crb")
pytestmark = pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # trees that start awake


def pair(xml):
    theirs = mujoco.MjModel.from_xml_string(xml)
    m = kn.load(xml)
    return m, kn.Data(m), theirs, mujoco.MjData(theirs)


def check(d, theirs, names=FIELDS):
    """The state of sleep, its lists, and all that was computed are the reference's."""
    assert d.tree_asleep.tolist() == theirs.tree_asleep.tolist()
    assert d.tree_awake.tolist() == theirs.tree_awake.tolist()
    assert d.body_awake.tolist() == theirs.body_awake.tolist()
    for name in COUNTS:
        assert getattr(d, name) == getattr(theirs, name), name
    for name, count in LISTS.items():
        n = getattr(theirs, count)
        assert getattr(d, name)[:n].tolist() == getattr(theirs, name)[:n].tolist(), name
    for name in names:
        a, b = np.ravel(getattr(d, name)), np.ravel(getattr(theirs, name))
        # solvers end where a step gains 1e-8 of the scale: accelerations agree to what is left after that
        assert np.allclose(a, b, rtol=1e-9, atol=1e-9 * (1 + np.abs(b).max(initial=0))), name


@pytest.mark.parametrize("name", SCENES)
def test_the_same_trees_sleep_at_the_same_steps(name):
    scene = SCENES[name]
    m, d, reference, theirs = pair(scene.xml)
    assert d.tree_asleep.tolist() == theirs.tree_asleep.tolist()
    most = 0
    for k in range(scene.steps):
        if k in scene.pokes:
            scene.pokes[k](m, d)
            scene.pokes[k](reference, theirs)
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        # the reference leaves what it knows of a tree asleep in a frame that others have moved on
        check(d, theirs, [name for name in FIELDS if not (scene.shares_frame and name in IN_THE_FRAME)])
        most = max(most, m.ntree - d.ntree_awake)
    assert most >= scene.asleep


def asleep(bodies=STACK, extra="", option=""):
    """A world in which all sleep."""
    m = kn.load(model(bodies, extra, option))
    d = kn.Data(m)
    for _ in range(300):
        kn.step(m, d)
        if d.ntree_awake == 0:
            return m, d
    raise AssertionError("nobody fell asleep")


def test_what_sleeps_is_not_computed():
    m, d = asleep()
    for name in ("xpos", "cinert", "M", "qLD", "cvel", "qfrc_bias", "qfrc_spring", "qacc_smooth"):
        marked = getattr(d, name)
        marked[-1] = 12345.0
        kn.step(m, d)
        assert np.all(marked[-1] == 12345.0), name


def test_constants_made_anew_reach_what_sleeps():
    m, d = asleep()
    m.body_mass[1:] *= 2
    m.body_inertia[1:] *= 2
    kn.step(m, d)
    before = d.M.copy()
    kn.set_const(m, d)
    kn.step(m, d)
    assert d.ntree_awake == 0
    assert np.allclose(d.M, 2 * before, rtol=1e-12)
    d.M[0] = 12345.0
    kn.step(m, d)
    assert d.M[0] == 12345.0


def test_nothing_moves_and_time_goes_on():
    m, d = asleep()
    before, time = d.qpos.copy(), d.time
    kn.step(m, d, 10)
    assert d.qpos.tobytes() == before.tobytes()
    assert not d.qvel.any()
    assert d.time == pytest.approx(time + 10 * m.opt.timestep)
    assert d.ncon == 0 and d.nefc == 0


def test_until_the_first_sleeps_the_flag_changes_no_bit():
    xml = model(box("a", "0 0 .2") + STACK)
    m, plain = kn.load(xml), kn.load(xml)
    plain.opt.flags.sleep = False
    d, e = kn.Data(m), kn.Data(plain)
    for _ in range(30):
        kn.step(m, d)
        kn.step(plain, e)
        assert d.ntree_awake == m.ntree
        for name in (*FIELDS, "efc_force", "efc_J"):
            assert getattr(d, name).tobytes() == getattr(e, name).tobytes(), name


@pytest.mark.parametrize("link", ["connect", "weld", "tendon"])
def test_an_equality_wakes_and_all_contacts_are_found(link):
    """The reference looks for the contacts of trees that an equality wakes in the next step only."""
    equality = f'<equality><{link} body1="a" body2="c" active="false"/></equality>'
    if link == "connect":
        equality = equality.replace("active", 'anchor="0 0 0" active')
    if link == "tendon":
        path = '<tendon><spatial name="t"><site site="sa"/><site site="sc"/></spatial></tendon>'
        equality = path + '<equality><tendon tendon1="t" active="false"/></equality>'
    m, d = asleep(PAIR, equality)
    d.qvel[0] = -0.0
    kn.forward(m, d)
    assert d.tree_asleep.tolist() == [-11, 1]
    d.eq_active[0] = True
    kn.forward(m, d)
    assert d.tree_asleep.tolist() == [-11, -11]
    assert d.ncon == 8
    assert abs(d.qacc[[2, 8]]).max() < 1


def test_an_equality_between_trees_that_sleep_apart_wakes_both():
    m, d = asleep(PAIR, '<equality><weld body1="a" body2="c" active="false"/></equality>')
    assert d.tree_asleep.tolist() == [0, 1]
    kn.step(m, d)
    assert d.ntree_awake == 0
    d.eq_active[0] = True
    kn.forward(m, d)
    assert d.ntree_awake == 2


def test_one_that_wakes_wakes_the_next():
    bodies = "".join(box(n, f"{x} 0 1", 'sleep="init"') for n, x in zip("abc", (0, 0.25, 0.5), strict=True))
    m = kn.load(model(bodies, option='gravity="0 0 0"'))
    d = kn.Data(m)
    d.qpos[[0, 7]] = 0.13, 0.31  # a into b, and b, which moves too, into c
    kn.forward(m, d)
    assert d.ntree_awake == 3
    assert set(map(tuple, d.contact_geom.tolist())) == {(1, 2), (2, 3)}


def test_the_frame_of_a_tree_asleep_follows_those_who_share_it():
    scene = SCENES["trees that share a root"]
    m = kn.load(scene.xml)
    d = kn.Data(m)
    for k in range(200):
        if k in scene.pokes:
            scene.pokes[k](m, d)
        kn.step(m, d)
        if 0 < d.ntree_awake < 3:
            everything = kn.Data(m)
            everything.qpos[:], everything.qvel[:] = d.qpos, d.qvel
            kn.forward(m, d)
            kn.forward(m, everything)
            assert everything.ntree_awake == 3
            for name in ("cinert", "crb", "cdof", "cvel", "subtree_com", "M"):
                assert getattr(d, name).tobytes() == getattr(everything, name).tobytes(), name


def test_runge_kutta_keeps_all_awake():
    m, d = asleep()
    m.opt.integrator = "rk4"
    for _ in range(15):
        kn.step(m, d)
        assert d.tree_asleep.tolist() == [-11, -11]
    m.opt.integrator = "euler"
    kn.step(m, d)
    assert d.tree_asleep.max() >= -10


def test_trees_that_cannot_start_asleep_are_told():
    m = kn.load(model(box("a", "0 0 .05", 'sleep="init"') + box("b", "0 0 .2") + box("c", "3 0 2", 'sleep="init"')))
    with pytest.warns(kn.SimulationWarning, match=r'1 of 2 trees with sleep="init" start awake.* of body a'):
        d = kn.Data(m)
    assert d.tree_asleep.tolist() == [-11, -10, 2]


def test_a_keyframe_wakes_what_it_moves():
    key = '<keyframe><key qpos="0 0 3 1 0 0 0 1 0 3 1 0 0 0"/><key qpos="0 0 3 1 0 0 0 1 0 2 1 0 0 0"/></keyframe>'
    m = kn.load(model(box("a", "0 0 3", 'sleep="init"') + box("b", "1 0 3", 'sleep="init"'), key))
    d = kn.Data(m)
    for index, awake in ((0, 0), (1, 1)):
        kn.reset(m, d, index)
        assert d.ntree_awake == 0
        kn.step(m, d)
        assert d.ntree_awake == awake
    kn.reset(m, d)
    assert d.ntree_awake == 0


def test_with_the_flag_off_nobody_starts_asleep():
    m = kn.load(model(box("a", "0 0 3", 'sleep="init"')))
    m.opt.flags.sleep = False
    d = kn.Data(m)
    assert d.tree_asleep.tolist() == [-11]
    kn.step(m, d)
    assert d.qvel[2] < 0


def test_a_world_that_diverges_starts_as_asleep_as_at_first():
    m = kn.load(model(box("a", "0 0 3", 'sleep="init"') + box("b", "1 0 3", 'sleep="init"') + box("c", "5 0 .2")))
    d = kn.Data(m)
    d.qvel[0] = 1.0
    kn.step(m, d, 5)
    assert d.ntree_awake == 2
    d.qpos[14] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kn.step(m, d)
    fresh = kn.Data(m)
    kn.step(m, fresh)
    for name in ("tree_asleep", *FIELDS[: FIELDS.index("qfrc_smooth")]):
        assert getattr(d, name).tobytes() == getattr(fresh, name).tobytes(), name


def test_copies_and_pickles_go_on_to_the_bit():
    import pickle

    m, d = asleep(box("a", "0 0 .0995") + STACK)
    d.qvel[6] = 0.05
    kn.step(m, d, 3)
    twins = [d.copy(), pickle.loads(pickle.dumps(d))]
    kn.step(m, d, 60)
    for twin in twins:
        assert twin.ntree_awake == 2
        kn.step(twin.model, twin, 60)
        for name in ("tree_asleep", *FIELDS):
            assert getattr(d, name).tobytes() == getattr(twin, name).tobytes(), name


def test_a_state_put_back_keeps_asleep_what_it_does_not_move():
    m, d = asleep()
    kind = kn.State.INTEGRATION
    state = kn.get_state(m, d, kind)
    kn.set_state(m, d, state, kind)
    kn.step(m, d)
    assert d.ntree_awake == 0
    other = kn.Data(m)
    kn.set_state(m, other, state, kind)
    kn.step(m, other)
    assert other.ntree_awake == 2  # a world that never slept has nothing to keep


def test_contacts_added_by_the_user_wake():
    m, d = asleep(PAIR)
    d.qvel[0] = -0.0
    kn.detect(m, d)
    assert d.tree_asleep.tolist() == [-11, 1]
    kn.add_contact(m, d, 1, 2, dist=-0.001, pos=(1, 0, 0.1), normal=(1, 0, 0))
    kn.constrain(m, d)
    assert d.ntree_awake == 2
    assert set(m.dof_treeid[d.efc_J_colind].tolist()) == {0, 1}


@pytest.mark.parametrize("name", ["tree_asleep", "tree_awake", "body_awake", "body_awake_ind", "dof_awake_ind"])
def test_users_read_the_state_of_sleep_and_do_not_write_it(name):
    _, d = asleep()
    with pytest.raises((ValueError, AttributeError)):
        getattr(d, name)[0] = 7
    with pytest.raises((ValueError, AttributeError)):
        setattr(d, name, 7)


def test_stages_one_by_one_are_a_step():
    m, d = asleep(box("a", "0 0 .0995") + STACK)
    d.qvel[0] = 0.02
    e = d.copy()
    kn.step1(m, e)
    kn.step2(m, e)
    kn.step(m, d)
    assert d.ntree_awake == 1
    for name in ("tree_asleep", *FIELDS):
        assert getattr(d, name).tobytes() == getattr(e, name).tobytes(), name


def test_an_odd_policy_is_refused():
    m = kn.load(model(PAIR))
    assert assign("qvel", 0, 0.0)(m, kn.Data(m)) is None
    with pytest.raises(kn.KnuckleError, match="sleep"):
        kn.load(model(PAIR.replace('name="a"', 'name="a" sleep="sometimes"')))

"""Pass: the arrays of tendons and of their paths."""

from collections.abc import Callable
from itertools import accumulate
from typing import Any

import numpy as np

from knuckle.compile.elements.joint_limits import check_order, is_limited
from knuckle.compile.elements.tendon_units import coefficient, common_scaling, units_of
from knuckle.compile.parts import Assembly, PathPart, TendonPart
from knuckle.compile.problems import words
from knuckle.schema.enums import GeomType, JointType, SleepPolicy, TendonType, WrapType
from knuckle.validate.tendons import moving_dofs

WRAPPED = {GeomType.SPHERE: WrapType.SPHERE, GeomType.CYLINDER: WrapType.CYLINDER}
SWITCHES = ("limited", "actuatorfrclimited")
NUMBERS = (
    *("group", "solref_lim", "solimp_lim", "solref_fri", "solimp_fri", "margin", "frictionloss", "lengthspring"),
    *("springyield", "width", "rgba", "stiffness", "stiffnesspoly", "damping", "dampingpoly", "armature"),
)
MOVING = (  # what `moving_dofs` asks for
    *("tendon_adr", "tendon_num", "tendon_type", "wrap_type", "wrap_objid"),
    *("jnt_dofadr", "site_bodyid", "geom_bodyid", "body_dofadr", "body_dofnum", "body_parentid"),
)
PLASTIC_STATES = 2  # both ends of the range in which the spring is at rest


def fill_tendons(a: Assembly) -> None:
    lists: dict[str, list] = {"site": a.sites, "joint": a.joints, "geom": a.geoms}
    named = {kind: {part.node.name: (i, part) for i, part in enumerate(parts)} for kind, parts in lists.items()}
    a.tendons = [_part(a, node, named) for node in a.spec.tendons]
    for tendon in a.tendons:
        _check(a, tendon)
    a.counts["ntendon"] = len(a.tendons)
    _fill_paths(a)
    _fill_numbers(a)
    _fill_limits(a)
    _fill_plasticity(a)
    _keep_awake(a)


def _part(a: Assembly, node, named: dict[str, dict]) -> TendonPart:
    path = [PATHS[inner.tag](a, inner, named) for inner in node.path]
    scaling = common_scaling([part.target for part in path if part.target is not None])
    kind = TendonType.FIXED if node.key == "tendon.fixed" else TendonType.SPATIAL
    return TendonPart(node=node, body=0, scaling=scaling, kind=kind, path=path)


def _site(a: Assembly, node, named) -> PathPart:
    number, site = named["site"][node.site]
    return PathPart(node=node, body=site.body, kind=WrapType.SITE, number=number, target=site)


def _geom(a: Assembly, node, named) -> PathPart:
    number, geom = named["geom"][node.geom]
    if geom.node.type not in WRAPPED:
        a.problems.about(node, f"a tendon wraps around spheres and cylinders, not around a {geom.node.type}")
    side = named["site"][node.sidesite][0] if node.sidesite else -1
    kind = WRAPPED.get(geom.node.type, WrapType.SPHERE)
    return PathPart(node=node, body=geom.body, kind=kind, number=number, target=geom, parameter=float(side))


def _pulley(a: Assembly, node, named) -> PathPart:
    if node.divisor <= 0:
        a.problems.about(node, f'divisor="{node.divisor:g}" must be positive')
    return PathPart(node=node, body=0, kind=WrapType.PULLEY, number=-1, parameter=node.divisor)


def _joint(a: Assembly, node, named) -> PathPart:
    number, joint = named["joint"][node.joint]
    if joint.kind not in (JointType.HINGE, JointType.SLIDE):
        a.problems.about(node, f'joint "{node.joint}" must be a hinge or a slide')
    return PathPart(node=node, body=joint.body, kind=WrapType.JOINT, number=number, target=joint, parameter=node.coef)


PATHS: dict[str, Callable[[Assembly, Any, dict], PathPart]] = {
    "site": _site,
    "geom": _geom,
    "pulley": _pulley,
    "joint": _joint,
}


def _check(a: Assembly, tendon: TendonPart) -> None:
    node = tendon.node
    if not tendon.path:
        a.problems.about(node, "the path of a tendon cannot be empty")
    elif tendon.kind == TendonType.SPATIAL:
        _check_path(a, tendon)
    else:
        _check_joints(a, tendon)
    if node.armature < 0:
        a.problems.about(node, f'armature="{node.armature:g}" must not be negative')
    elif node.armature and any(part.kind in WRAPPED.values() for part in tendon.path):
        a.problems.about(node, "a tendon with armature cannot wrap around geoms")
    if node.springyield < 0:
        a.problems.about(node, f'springyield="{node.springyield:g}" must not be negative')
    if node.springlength[0] > node.springlength[1]:
        a.problems.about(node, f'springlength="{words(node.springlength)}": the second value must not be smaller')


def _check_joints(a: Assembly, tendon: TendonPart) -> None:
    seen: set[int] = set()
    for part in tendon.path:
        if part.number in seen:
            a.problems.about(part.node, f'joint "{part.node.joint}" stands in the tendon twice')
        seen.add(part.number)


def _check_path(a: Assembly, tendon: TendonPart) -> None:
    """Branches begin and end with sites, and sites stand on both sides of a geom."""
    path = tendon.path
    kinds = [WrapType.PULLEY, *(part.kind for part in path), WrapType.PULLEY]
    if len(path) < 2:
        a.problems.about(tendon.node, "a spatial tendon goes through two objects at least")
        return
    for i, part in enumerate(path):
        before, after = kinds[i], kinds[i + 2]
        if part.kind in WRAPPED.values() and not before == after == WrapType.SITE:
            a.problems.about(part.node, "a geom needs a site before it and one after it")
        elif part.kind == WrapType.SITE and before == after == WrapType.PULLEY:
            a.problems.about(part.node, "a branch needs two sites at least")
        elif part.kind == WrapType.SITE and before == WrapType.SITE and path[i - 1].number == part.number:
            a.problems.about(part.node, f'site "{part.node.site}" stands twice in a row')
        elif part.kind == WrapType.PULLEY and after == WrapType.PULLEY:
            where = "last" if i == len(path) - 1 else "before another pulley"
            a.problems.about(part.node, f"a pulley begins a branch, so it cannot be {where}")


def _fill_paths(a: Assembly) -> None:
    parts = [part for tendon in a.tendons for part in tendon.path]
    numbers = [len(tendon.path) for tendon in a.tendons]
    a.counts["nwrap"] = len(parts)
    a.arrays |= {
        "tendon_type": [tendon.kind for tendon in a.tendons],
        "tendon_adr": [0, *accumulate(numbers)][:-1],
        "tendon_num": numbers,
        "tendon_actuatorid": [-1] * len(numbers),
        "tendon_matid": _materials(a),
        "wrap_type": [part.kind for part in parts],
        "wrap_objid": [part.number for part in parts],
        "wrap_prm": [
            coefficient(tendon, part) if part.kind == WrapType.JOINT else part.parameter
            for tendon in a.tendons
            for part in tendon.path
        ],
    }
    rows = {name: np.asarray(a.arrays[name]).tolist() for name in MOVING} if a.tendons else {}
    columns = [sorted(moving_dofs(rows, t)) for t in range(len(a.tendons))]
    trees = [_trees(a, tendon) for tendon in a.tendons]
    a.counts["nJten"] = sum(map(len, columns))
    a.arrays |= {
        "ten_J_rownnz": [len(row) for row in columns],
        "ten_J_rowadr": [0, *accumulate(map(len, columns))][:-1],
        "ten_J_colind": [i for row in columns for i in row],
        "tendon_treenum": [len(row) for row in trees],
        "tendon_treeid": [(*row, -1, -1)[:2] for row in trees],
    }


def _trees(a: Assembly, tendon: TendonPart) -> list[int]:
    """The kinematic trees along a path, in its order."""
    found = (int(a.arrays["body_treeid"][part.body]) for part in tendon.path if part.target is not None)
    return list(dict.fromkeys(tree for tree in found if tree >= 0))


def _materials(a: Assembly) -> list[int]:
    numbers = {material.name: i for i, material in enumerate(a.spec.materials)}
    names = [getattr(tendon.node, "material", None) for tendon in a.tendons]
    return [numbers[name] if name and a.keeps_visuals else -1 for name in names]


def _fill_numbers(a: Assembly) -> None:
    """Parameters, in the units of the scaled frame that holds the whole path."""
    rows = [_numbers(tendon) for tendon in a.tendons]
    a.arrays |= {f"tendon_{name}": [row[name] for row in rows] for name in NUMBERS}


def _numbers(tendon: TendonPart) -> dict[str, Any]:
    node, units = tendon.node, units_of(tendon)
    stiffness = [units.force / units.unit ** (k + 1) * value for k, value in enumerate(node.stiffness)]
    damping = [units.force / units.unit ** (k + 1) * value for k, value in enumerate(node.damping)]
    return {
        "group": node.group,
        "solref_lim": node.solreflimit,
        "solimp_lim": units.width(node.solimplimit),
        "solref_fri": node.solreffriction,
        "solimp_fri": units.width(node.solimpfriction),
        "margin": units.length * node.margin,
        "frictionloss": units.force * node.frictionloss,
        "lengthspring": node.springlength if is_inferred(node) else tuple(units.length * x for x in node.springlength),
        "springyield": units.length * node.springyield,
        "width": tendon.scaling.length * node.width,
        "rgba": node.rgba,
        "stiffness": stiffness[0],
        "stiffnesspoly": stiffness[1:],
        "damping": damping[0],
        "dampingpoly": damping[1:],
        "armature": units.force / units.unit * node.armature,
    }


def _keep_awake(a: Assembly) -> None:
    """Trees that a tendon ties together by a spring or damper do not sleep, nor do those of more than two in one."""
    policy, roots = a.arrays["tree_sleep_policy"], a.arrays["tree_bodyadr"]
    for tendon in a.tendons:
        trees = _trees(a, tendon)
        if len(trees) < 2 or not (len(trees) > 2 or any((*tendon.node.stiffness, *tendon.node.damping))):
            continue
        for tree in trees:
            if policy[tree] in (SleepPolicy.ALLOWED, SleepPolicy.INIT):
                why = "connects more than two trees" if len(trees) > 2 else "has stiffness or damping"
                root = a.bodies[int(roots[tree])].node
                a.problems.about(root, f'sleep="{root.sleep}" cannot be: {tendon.node.label} at its tree {why}')
            elif policy[tree] == SleepPolicy.AUTO_ALLOWED:
                policy[tree] = SleepPolicy.AUTO_NEVER


def is_inferred(node) -> bool:
    """Whether the rest length of a tendon's spring is that of the pose in which joint springs are at rest."""
    return tuple(node.springlength) == (-1.0, -1.0)


def _fill_limits(a: Assembly) -> None:
    """Limits of the length, and of the force of all actuators on it."""
    limits: dict[str, list] = {"range": [], "actuatorfrcrange": []}
    for tendon in a.tendons:
        node, units = tendon.node, units_of(tendon)
        for (name, rows), factor, switch in zip(limits.items(), (units.length, units.force), SWITCHES, strict=True):
            range_ = getattr(node, name)
            limited = is_limited(a, node, getattr(node, switch), range_, name, switch)
            if limited:
                check_order(a, node, name, range_)
            if limited and name == "actuatorfrcrange" and not range_[0] <= 0 <= range_[1]:
                a.problems.about(node, f'{name}="{words(range_)}": zero must lie between the two values')
            rows.append((limited, tuple(factor * x for x in range_)))
    for name, prefix in {"range": "", "actuatorfrcrange": "actfrc"}.items():
        a.arrays[f"tendon_{prefix}limited"] = [limited for limited, _ in limits[name]]
        a.arrays[f"tendon_{prefix}range"] = [range_ for _, range_ in limits[name]]


def _fill_plasticity(a: Assembly) -> None:
    """Where the resting range of each plastic spring is kept, behind those of joints."""
    addresses = []
    for tendon in a.tendons:
        plastic = tendon.node.springyield > 0
        addresses.append(a.counts["nplastic"] if plastic else -1)
        a.counts["nplastic"] += PLASTIC_STATES if plastic else 0
    a.arrays["tendon_plasticadr"] = addresses

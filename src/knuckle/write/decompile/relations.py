"""What ties elements together: pairs, excluded bodies, equality constraints and tendons."""

from typing import Any

from knuckle.schema.enums import EqType, ObjType, TendonType, WrapType
from knuckle.spec import tree
from knuckle.write.decompile.source import Source, copied, plain

BODY_BITS = 16  # of the second body in the signature of an exclusion
FROM_POSE = 11  # where the numbers of a weld say that its pose is that of qpos0
PAIR = ("friction", "solref", "solreffriction", "solimp", "margin", "gap", "adhesion")
EQUALITY = ("solref", "solimp")
TENDON = (
    *("group", "margin", "frictionloss", "springyield", "armature", "range", "user"),
    *("width", "rgba"),
)


def fill_contacts(source: Source, spec: tree.Spec) -> None:
    m = source.m
    spec.pairs = source.add("pair", (_pair(source, p) for p in range(m.npair)))
    spec.excludes = source.add("exclude", (_exclude(source, int(code)) for code in m.exclude_signature))


def _pair(source: Source, p: int) -> Any:
    m = source.m
    return tree.Pair(
        geom1=source.name("geom", int(m.pair_geom1[p])),
        geom2=source.name("geom", int(m.pair_geom2[p])),
        condim=plain(m.pair_dim[p]),
        **copied(m, "pair", p, PAIR),
    )


def _exclude(source: Source, code: int) -> Any:
    first, second = code >> BODY_BITS, code & ((1 << BODY_BITS) - 1)
    return tree.Exclude(body1=source.name("body", first), body2=source.name("body", second))


def fill_tendons(source: Source, spec: tree.Spec) -> None:
    spec.tendons = source.add("tendon", (_tendon(source, t) for t in range(source.m.ntendon)))


def _tendon(source: Source, t: int) -> Any:
    m = source.m
    make = tree.Spatial if m.tendon_type[t] == TendonType.SPATIAL else tree.Fixed
    node = make(
        limited=bool(m.tendon_limited[t]),
        actuatorfrclimited=bool(m.tendon_actfrclimited[t]),
        actuatorfrcrange=plain(m.tendon_actfrcrange[t]),
        solreflimit=plain(m.tendon_solref_lim[t]),
        solimplimit=plain(m.tendon_solimp_lim[t]),
        solreffriction=plain(m.tendon_solref_fri[t]),
        solimpfriction=plain(m.tendon_solimp_fri[t]),
        springlength=plain(m.tendon_lengthspring[t]),
        stiffness=(plain(m.tendon_stiffness[t]), *plain(m.tendon_stiffnesspoly[t])),
        damping=(plain(m.tendon_damping[t]), *plain(m.tendon_dampingpoly[t])),
        material=source.named("material", m.tendon_matid[t]),
        **copied(m, "tendon", t, TENDON),
    )
    start = int(m.tendon_adr[t])
    node.path = [_step(source, w) for w in range(start, start + int(m.tendon_num[t]))]
    return node


def _step(source: Source, w: int) -> Any:
    """One object of a path; the parameter of a geom is the number of its side site."""
    m = source.m
    kind, number, parameter = WrapType(m.wrap_type[w]), int(m.wrap_objid[w]), plain(m.wrap_prm[w])
    if kind == WrapType.JOINT:
        return tree.TendonJoint(joint=source.name("joint", number), coef=parameter)
    if kind == WrapType.PULLEY:
        return tree.Pulley(divisor=parameter)
    if kind == WrapType.SITE:
        return tree.TendonSite(site=source.name("site", number))
    return tree.TendonGeom(geom=source.name("geom", number), sidesite=source.named("site", int(parameter)))


def fill_equalities(source: Source, spec: tree.Spec) -> None:
    spec.equalities = source.add("equality", (_equality(source, e) for e in range(source.m.neq)))


def _equality(source: Source, e: int) -> Any:
    m = source.m
    kind, data = EqType(m.eq_type[e]), plain(m.eq_data[e])
    common = {"active": bool(m.eq_active0[e]), **copied(m, "eq", e, EQUALITY)}
    ends = (int(m.eq_obj1id[e]), int(m.eq_obj2id[e]))
    if kind in (EqType.CONNECT, EqType.WELD):
        word = "site" if m.eq_objtype[e] == ObjType.SITE else "body"
        common |= {f"{word}{i}": source.name(word, end) for i, end in enumerate(ends, 1)}
        return (_connect if kind == EqType.CONNECT else _weld)(common, data, word == "body")
    if kind == EqType.DISTANCE:
        return tree.Distance(**common, **_ends(source, "geom", ends), distance=data[0])
    make, word = (tree.JointEquality, "joint") if kind == EqType.JOINT else (tree.TendonEquality, "tendon")
    return make(**common, **_ends(source, word, ends), polycoef=data[:5])


def _ends(source: Source, word: str, ends: tuple[int, int]) -> dict[str, str | None]:
    return {f"{word}{i}": source.named(word, end) for i, end in enumerate(ends, 1)}


def _connect(common: dict, data: tuple, bodies: bool) -> Any:
    return tree.Connect(**common, **({"anchor": data[:3]} if bodies else {}))


def _weld(common: dict, data: tuple, bodies: bool) -> Any:
    """A weld of bodies has an anchor, and a pose unless that is the one in qpos0."""
    node = tree.Weld(**common, torquescale=data[10])
    if bodies:
        node.anchor = data[:3]
        if not data[FROM_POSE]:
            node.relpose = data[3:10]
    return node

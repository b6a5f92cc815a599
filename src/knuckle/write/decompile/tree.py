"""Bodies, with explicit inertia, and what is fixed to them."""

from typing import Any

from knuckle.compile.derived.coincidence import simple_kinds
from knuckle.hostmath.rotation import IDENTITY
from knuckle.schema.enums import CamLight, CamOutput, GeomType, JointType, LightType, Projection, SleepPolicy
from knuckle.spec.tree import Body, Camera, Geom, Inertial, Joint, Light, Site
from knuckle.write.decompile.meshes import ShownMesh
from knuckle.write.decompile.source import Source, copied, plain

SLEEP = {SleepPolicy.NEVER: "never", SleepPolicy.ALLOWED: "allowed", SleepPolicy.INIT: "init"}
SCALAR = (JointType.HINGE, JointType.SLIDE)
GEOM = (
    *("contype", "conaffinity", "condim", "group", "priority", "castshadow", "solmix", "solref", "solimp"),
    *("friction", "margin", "gap", "adhesion", "rgba", "user"),
)
LIGHT = (
    *("castshadow", "active", "pos", "dir", "bulbradius", "intensity", "range", "attenuation", "cutoff", "softness"),
    *("exponent", "ambient", "diffuse", "specular"),
)


def build_tree(source: Source, meshes: list[ShownMesh]) -> Any:
    """The world body with everything below it; children stand in the order of their numbers."""
    m = source.m
    bodies = source.add("body", (_body(source, b) for b in range(m.nbody)))
    parts = {
        "joint": [_joint(source, j) for j in range(m.njnt)],
        "geom": [_geom(source, g, meshes) for g in range(m.ngeom)],
        "site": [_site(source, s) for s in range(m.nsite)],
        "camera": [_camera(source, c) for c in range(m.ncam)],
        "light": [_light(source, i) for i in range(m.nlight)],
    }
    owners = {"joint": m.jnt_bodyid, "geom": m.geom_bodyid, "site": m.site_bodyid}
    owners |= {"camera": m.cam_bodyid, "light": m.light_bodyid}
    for kind, nodes in parts.items():
        for node, body in zip(source.add(kind, nodes), owners[kind], strict=True):
            bodies[body].children.append(node)
    for b in range(1, m.nbody):
        bodies[m.body_parentid[b]].children.append(bodies[b])
    for kind, targets in {"camera": m.cam_targetbodyid, "light": m.light_targetbodyid}.items():
        for node, target in zip(parts[kind], targets, strict=True):
            node.target = source.named("body", target)
    _mark_trees(source, bodies)
    return bodies[0]


def orientation(quat: Any) -> tuple | None:
    """A quaternion as an attribute; nothing for the identity."""
    found = plain(quat)
    return None if found == IDENTITY else found


def _body(source: Source, b: int) -> Any:
    m = source.m
    if not b:
        return Body(user=plain(m.body_user[0]) if m.nuser_body and m.body_user[0].any() else ())
    node = Body(
        pos=plain(m.body_pos[b]),
        quat=orientation(m.body_quat[b]),
        mocap=bool(m.body_mocapid[b] >= 0),
        gravcomp=plain(m.body_gravcomp[b]),
        user=plain(m.body_user[b]),
    )
    node.inertial = Inertial(
        pos=plain(m.body_ipos[b]),
        quat=orientation(m.body_iquat[b]),
        mass=plain(m.body_mass[b]),
        diaginertia=plain(m.body_inertia[b]),
    )
    return node


def _mark_trees(source: Source, bodies: list[Any]) -> None:
    """What is told of whole trees by their first body, and bodies that could be simple and are not."""
    m = source.m
    for tree, root in enumerate(m.tree_bodyadr):
        bodies[root].sleep = SLEEP.get(SleepPolicy(m.tree_sleep_policy[tree]), "auto")
    names = ("body_parentid", "body_sameframe", "jnt_bodyid", "jnt_type", "jnt_pos", "jnt_axis")
    possible = simple_kinds({name: getattr(m, name) for name in names})
    for b in range(1, m.nbody):
        if possible[b] and not m.body_simple[b]:
            bodies[b].simple = "false"


def _joint(source: Source, j: int) -> Any:
    m = source.m
    kind, i, at = JointType(m.jnt_type[j]), int(m.jnt_dofadr[j]), int(m.jnt_qposadr[j])
    node = Joint(
        type=kind,
        limited=bool(m.jnt_limited[j]),
        actuatorfrclimited=bool(m.jnt_actfrclimited[j]),
        actuatorfrcrange=plain(m.jnt_actfrcrange[j]),
        actuatorgravcomp=bool(m.jnt_actgravcomp[j]),
        solreflimit=plain(m.jnt_solref[j]),
        solimplimit=plain(m.jnt_solimp[j]),
        solreffriction=plain(m.dof_solref[i]),
        solimpfriction=plain(m.dof_solimp[i]),
        stiffness=(plain(m.jnt_stiffness[j]), *plain(m.jnt_stiffnesspoly[j])),
        damping=(plain(m.dof_damping[i]), *plain(m.dof_dampingpoly[i])),
        armature=plain(m.dof_armature[i]),
        frictionloss=plain(m.dof_frictionloss[i]),
        **copied(m, "jnt", j, ("group", "pos", "axis", "range", "margin", "springyield", "user")),
    )
    if kind in SCALAR:
        node.ref, node.springref = plain(m.qpos0[at]), plain(m.qpos_spring[at])
    return node


def _geom(source: Source, g: int, meshes: list[ShownMesh]) -> Any:
    m = source.m
    kind, asset = GeomType(m.geom_type[g]), int(m.geom_dataid[g])
    pos, quat = plain(m.geom_pos[g]), plain(m.geom_quat[g])
    velocity = plain(m.geom_surfacevel[g])
    node = Geom(type=kind, material=source.named("material", m.geom_matid[g]), **copied(m, "geom", g, GEOM))
    if kind == GeomType.MESH:
        node.mesh = source.name("mesh", asset)
        pos, quat, velocity = meshes[asset].written(pos, quat, velocity)
    elif kind == GeomType.HFIELD:
        node.hfield = source.name("hfield", asset)
    else:
        node.size = plain(m.geom_size[g])
    node.pos, node.quat, node.surfacevel = pos, orientation(quat), velocity
    if m.geom_fluid[g, 0]:
        node.fluidshape, node.fluidcoef = "ellipsoid", plain(m.geom_fluid[g, 1:6])
    return node


def _site(source: Source, s: int) -> Any:
    m = source.m
    node = Site(
        type=GeomType(m.site_type[s]),
        quat=orientation(m.site_quat[s]),
        material=source.named("material", m.site_matid[s]),
        **copied(m, "site", s, ("group", "pos", "rgba", "user")),
    )
    if node.type == GeomType.MESH:
        node.mesh = source.name("mesh", int(m.site_dataid[s]))
    else:
        node.size = plain(m.site_size[s])
    return node


def _camera(source: Source, c: int) -> Any:
    m = source.m
    node = Camera(
        mode=CamLight(m.cam_mode[c]),
        projection=Projection(m.cam_projection[c]),
        output=CamOutput(int(m.cam_output[c])),
        quat=orientation(m.cam_quat[c]),
        **copied(m, "cam", c, ("pos", "ipd", "resolution", "user")),
    )
    if (m.cam_sensorsize[c] > 0).all():  # the field of view follows
        node.sensorsize = plain(m.cam_sensorsize[c])
        node.focal, node.principal = plain(m.cam_intrinsic[c, :2]), plain(m.cam_intrinsic[c, 2:])
    else:
        node.fovy, node.sensorsize = plain(m.cam_fovy[c]), plain(m.cam_sensorsize[c])
    return node


def _light(source: Source, i: int) -> Any:
    m = source.m
    return Light(
        type=LightType(m.light_type[i]),
        mode=CamLight(m.light_mode[i]),
        texture=source.named("texture", m.light_texid[i]),
        **copied(m, "light", i, LIGHT),
    )

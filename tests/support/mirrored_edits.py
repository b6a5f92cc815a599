"""The same random edits through knuckle.Spec and through the reference's MjSpec."""

import random
from typing import Any

import mujoco

import knuckle as kn

START = """<mujoco><compiler angle="radian"/><default><geom rgba="1 0 0 1"/><default class="small"><geom size=".05"/>
<joint damping="2"/></default></default><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
<body name="base" pos="0 0 1"><freejoint name="root"/><geom name="trunk" size=".2"/><site name="top"/></body>
</worldbody>
<keyframe><key name="home" qpos="0 0 2 1 0 0 0"/></keyframe></mujoco>"""
CHILDREN = (
    '<mujoco model="arm"><compiler angle="degree"/><worldbody><geom name="plate" size=".1"/><body name="upper">'
    '<joint name="elbow" range="-90 90"/><geom name="link" size=".1 .2" type="capsule"/><site name="tip"/></body>'
    '</worldbody><actuator><motor name="drive" joint="elbow"/></actuator><sensor><jointpos name="angle" joint="elbow"/>'
    '</sensor><keyframe><key name="bent" qpos="1" ctrl="2"/></keyframe></mujoco>',
    '<mujoco model="wheel"><default><geom rgba="0 1 0 1"/></default><asset><material name="rubber"/></asset><worldbody>'
    '<body name="hub"><joint name="axle" type="slide" armature=".1"/><geom name="tyre" size=".3" material="rubber"/>'
    '<body name="cap" pos="0 .1 0"><geom size=".1"/></body></body></worldbody><tendon><fixed name="turn">'
    '<joint joint="axle" coef="2"/></fixed></tendon></mujoco>',
)
OPERATIONS = {
    "add_body": 5,
    "add_geom": 4,
    "add_site": 2,
    "add_camera": 1,
    "add_actuator": 3,
    "add_sensor": 2,
    "add_tendon": 1,
    "add_equality": 1,
    "add_exclude": 1,
    "delete": 3,
    "rename": 2,
    "attach": 2,
    "move": 2,
    "change": 3,
}


class Mirror:
    """Both specs, and the names that are in them."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.ours = kn.Spec.from_string(START)
        self.theirs: Any = mujoco.MjSpec.from_string(START)
        self.theirs.copy_during_attach = True
        self.count = 0

    def run(self, steps: int) -> list[str]:
        """Make some edits; return their names."""
        names, weights = list(OPERATIONS), list(OPERATIONS.values())
        done = self.random.choices(names, weights, k=steps)
        for name in done:
            getattr(self, name)()
        return done

    def name(self) -> str:
        self.count += 1
        return f"n{self.count}"

    def vector(self, n: int = 3) -> list[float]:
        return [round(self.random.uniform(-1, 1), 3) for _ in range(n)]

    def choose(self, kind: str) -> tuple[Any, Any] | None:
        """A named element in both specs."""
        found = [node for node in self.ours.walk(kind) if node.name and node.name != "floor"]
        if not found:
            return None
        node = self.random.choice(found)
        return node, getattr(self.theirs, kind)(node.name)

    def add_body(self) -> None:
        ours, theirs = self.choose("body")
        pose = {"name": self.name(), "pos": self.vector(), "quat": self.vector(4)}
        a, b = ours.add_body(**pose), theirs.add_body(**pose)
        joint = {"name": self.name(), "axis": self.vector(), "range": [-1, self.random.random()]}
        kind = self.random.choice(("hinge", "slide"))
        a.add_joint(class_="main", type=kind, **joint)
        b.add_joint(self.theirs.default, type=getattr(mujoco.mjtJoint, f"mjJNT_{kind.upper()}"), **joint)
        self._geom(a, b)

    def add_geom(self) -> None:
        self._geom(*self.choose("body"))

    def _geom(self, ours: Any, theirs: Any) -> None:
        common = {"name": self.name(), "pos": self.vector()}
        if self.random.random() < 0.3:
            ours.add_geom(class_="small", **common)
            theirs.add_geom(self.theirs.find_default("small"), **common)
            return
        kind = self.random.choice(("sphere", "box", "capsule"))
        common["size"] = [round(self.random.uniform(0.1, 0.3), 3) for _ in range(3)]
        ours.add_geom(class_="main", type=kind, **common)
        theirs.add_geom(self.theirs.default, type=getattr(mujoco.mjtGeom, f"mjGEOM_{kind.upper()}"), **common)

    def add_site(self) -> None:
        ours, theirs = self.choose("body")
        values = {"name": self.name(), "pos": self.vector(), "quat": self.vector(4)}
        ours.add_site(**values)
        theirs.add_site(**values)

    def add_camera(self) -> None:
        ours, theirs = self.choose("body")
        values = {"name": self.name(), "pos": self.vector(), "fovy": 30.0}
        ours.add_camera(**values)
        theirs.add_camera(**values)

    def hinge(self) -> tuple[Any, Any] | None:
        found = [node for node in self.ours.walk("joint") if node.key == "joint"]
        if not found:
            return None
        node = self.random.choice(found)
        return node, self.theirs.joint(node.name)

    def add_actuator(self) -> None:
        if (joint := self.hinge()) is None:
            return
        name, kp = self.name(), self.random.randint(1, 9)
        self.ours.add_actuator("position", name=name, joint=joint[0], kp=kp)
        new = self.theirs.add_actuator(name=name, target=joint[1].name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        new.set_to_position(kp=kp)

    def add_sensor(self) -> None:
        if (joint := self.hinge()) is None:
            return
        name = self.name()
        self.ours.add_sensor("jointpos", name=name, joint=joint[0])
        kinds = {"type": mujoco.mjtSensor.mjSENS_JOINTPOS, "objtype": mujoco.mjtObj.mjOBJ_JOINT}
        self.theirs.add_sensor(name=name, objname=joint[1].name, **kinds)

    def add_tendon(self) -> None:
        if (joint := self.hinge()) is None:
            return
        name = self.name()
        self.ours.add_tendon("fixed", name=name, damping=0.5).add_joint(joint[0], 2.0)
        new = self.theirs.add_tendon(self.theirs.default, name=name, damping=[0.5, 0, 0])
        new.wrap_joint(joint[1].name, 2.0)

    def add_equality(self) -> None:
        if (joint := self.hinge()) is None:
            return
        name = self.name()
        self.ours.add_equality("joint", name=name, joint1=joint[0])
        values = {"type": mujoco.mjtEq.mjEQ_JOINT, "data": [0, 1, *[0] * 8, 1, 0]}
        self.theirs.add_equality(self.theirs.default, name=name, name1=joint[1].name, **values)

    def add_exclude(self) -> None:
        bodies = [self.choose("body")[0] for _ in range(2)]
        if bodies[0] is not bodies[1]:
            name = self.name()
            self.ours.add_exclude(name=name, body1=bodies[0], body2=bodies[1])
            self.theirs.add_exclude(name=name, bodyname1=bodies[0].name, bodyname2=bodies[1].name)

    def delete(self) -> None:
        ours, theirs = self.choose("body")
        if ours.name not in ("world", "base"):
            self.ours.delete(ours)
            self.theirs.delete(theirs)

    def rename(self) -> None:
        kind = self.random.choice(("geom", "site", "camera"))
        if chosen := self.choose(kind):
            name = self.name()
            self.ours.rename(chosen[0], name)
            chosen[1].name = name

    def attach(self) -> None:
        ours, theirs = self.choose("body")
        text, prefix, pose = self.random.choice(CHILDREN), f"{self.name()}-", {"pos": self.vector()}
        a, b = ours.add_frame(**pose), theirs.add_frame(**pose)
        self.ours.attach(kn.Spec.from_string(text), a, prefix=prefix)
        self.theirs.attach(mujoco.MjSpec.from_string(text), frame=b, prefix=prefix)

    def move(self) -> None:
        """The reference cannot move: a site is deleted and added elsewhere."""
        chosen, target = self.choose("site"), self.choose("body")
        if chosen is None:
            return
        site, (ours, theirs) = chosen[1], target
        pose = {"name": site.name, "pos": list(site.pos), "quat": list(site.quat), "size": list(site.size)}
        self.ours.move(chosen[0], ours)
        self.theirs.delete(site)
        theirs.add_site(rgba=[0.5, 0.5, 0.5, 1], **pose)

    def change(self) -> None:
        ours, theirs = self.choose("geom")
        value = [0.2, 0.3, 0.4]
        ours.size = value
        theirs.size = value
        ours.pos = theirs.pos = self.vector()

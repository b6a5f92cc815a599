"""Random models that use every attribute of the kinematic tree, the same for the same seed."""

from random import Random

MODES = ("fixed", "track", "trackcom", "targetbody", "targetbodycom")
HEAD = """
<size nkey="2" nuserdata="4"/>
<visual><map znear=".02"/></visual>
<default>
  <geom density="700" friction=".7"/><joint damping=".1 .2"/>
  <default class="other">
    <geom solref=".03 .9" rgba=".1 .2 .3 1" material="matt" margin=".01"/>
    <joint armature=".02" stiffness="1 2" solreflimit=".04 1"/><site size=".02 .03" rgba="1 0 0 1"/>
  </default>
</default>
<asset>
  <texture name="checks" builtin="checker" width="8" height="16" type="2d"/>
  <texture name="sky" builtin="gradient" width="8" type="skybox"/>
  <material name="shiny" texture="checks" texrepeat="2 3" texuniform="true"/>
  <material name="matt" rgba=".3 .4 .5 .6" emission=".1" specular=".2" shininess=".3" reflectance=".4" metallic=".5"
    roughness=".6"/>
</asset>
<custom>
  <numeric name="gains" data="1 2 3"/><numeric name="room" size="4"/><text name="note" data="hé"/>
  <tuple name="pair">
    <element objtype="body" objname="world"/><element objtype="numeric" objname="room" prm="3"/>
  </tuple>
</custom>
"""


class RandomModel:
    """Writes one model; `scaled` gives its frames random scales."""

    def __init__(self, seed: int, scaled: bool = False):
        self.random = Random(seed)
        self.scaled = scaled
        self.number = 0
        self.bodies = ["world"]

    def xml(self) -> str:
        world = [self.body(self.random.randint(0, 3), top=True) for _ in range(self.random.randint(1, 4))]
        world += [self.geom(static=True), self.site(), self.camera(), self.light()]
        keys = f'<keyframe><key name="first" time="{self.sizes(1)}" qpos="{self.values(1)}"/></keyframe>'
        return f"<mujoco>{self.compiler()}{self.option()}{HEAD}<worldbody>{''.join(world)}</worldbody>{keys}</mujoco>"

    def values(self, count: int, scale: float = 1.0) -> str:
        return " ".join(f"{self.random.gauss(0, scale):.6g}" for _ in range(count))

    def sizes(self, count: int, scale: float = 1.0) -> str:
        return " ".join(f"{abs(self.random.gauss(0, scale)) + 0.02:.6g}" for _ in range(count))

    def up_to(self, count: int) -> str:
        return self.sizes(self.random.randint(1, count))

    def some(self, attributes: dict[str, str], chance: float = 0.25) -> str:
        """Each attribute with the given chance."""
        return "".join(f' {name}="{value}"' for name, value in attributes.items() if self.random.random() < chance)

    def name(self) -> str:
        self.number += 1
        return f' name="n{self.number}"' if self.random.random() < 0.8 else ""

    def orientation(self) -> str:
        choices = (
            "",
            f' quat="{self.values(4)}"',
            f' axisangle="{self.values(3)} {self.random.uniform(-400, 400):.5g}"',
            f' euler="{self.values(3, 60)}"',
            f' xyaxes="{self.values(6)}"',
            f' zaxis="{self.values(3)}"',
            ' quat="0 1 0 0"',
        )
        return self.random.choice(choices)

    def compiler(self) -> str:
        sequence = "".join(self.random.choice("xyzXYZ") for _ in range(3))
        unit = self.random.choice(("degree", "radian"))
        more = {"boundmass": ".3", "boundinertia": ".01", "settotalmass": "5", "balanceinertia": "true"}
        more |= {"inertiafromgeom": "true", "inertiagrouprange": "0 3", "alignfree": "true"}
        return f'<compiler angle="{unit}" eulerseq="{sequence}"{self.some(more, 0.15)}/>'

    def option(self) -> str:
        words = {"integrator": "implicit", "cone": "elliptic", "solver": "CG", "jacobian": "sparse"}
        counts = ("iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations")
        reals = ("timestep", "impratio", "tolerance", "density", "viscosity", "o_margin", "sleep_tolerance")
        vectors = {"gravity": 3, "wind": 3, "magnetic": 3, "o_friction": 2, "o_solref": 1, "o_solimp": 3}
        attributes = words | {name: str(self.random.randint(1, 9)) for name in counts}
        attributes |= {name: self.sizes(1) for name in reals}
        attributes |= {name: self.values(count) for name, count in vectors.items()}
        flags = '<flag gravity="disable" energy="enable" island="disable"/>'
        return f"<option{self.some(attributes, 0.5)}>{flags}</option>"

    def geom(self, static: bool = False) -> str:
        shape = self.shape(["plane"] if static else [])
        kinds = {"contype": "2", "conaffinity": "6", "condim": "6", "group": "3", "priority": "2"}
        kinds |= {"castshadow": "false", "material": "shiny", "class": "other", "shellinertia": "true"}
        numbers = {"mass": self.sizes(1), "density": self.sizes(1, 500), "friction": self.up_to(3)}
        numbers |= {"solmix": self.sizes(1), "solref": self.up_to(2), "solimp": self.up_to(5), "gap": self.sizes(1)}
        numbers |= {"margin": self.values(1), "surfacevel": self.up_to(6), "adhesion": self.sizes(1)}
        numbers |= {"rgba": self.sizes(4), "user": self.up_to(3), "fluidcoef": self.up_to(5)}
        fluid = {"fluidshape": "ellipsoid"}
        return f"<geom{self.name()}{shape}{self.some(kinds | numbers | fluid, 0.2)}/>"

    def shape(self, more: list[str]) -> str:
        kind = self.random.choice(["sphere", "capsule", "cylinder", "ellipsoid", "box", *more])
        if kind in ("capsule", "cylinder", "ellipsoid", "box") and self.random.random() < 0.3:
            return f' type="{kind}" fromto="{self.values(6, 0.3)}" size="{self.sizes(1, 0.1)}"'
        return f' type="{kind}" size="{self.sizes(3, 0.2)}" pos="{self.values(3, 0.2)}"{self.orientation()}'

    def site(self) -> str:
        more = {"material": "matt", "rgba": self.sizes(4), "group": "3", "user": self.up_to(3), "class": "other"}
        return f"<site{self.name()}{self.shape([])}{self.some(more)}/>"

    def joint(self, kind: str) -> str:
        low = 0 if kind == "ball" else self.random.uniform(-90, -10)
        axis = self.random.choice((self.values(3), "1 0 0", "0 1 0", "0 0 -2"))
        pos = self.random.choice((self.values(3, 0.2), "0 0 0"))
        more = {"range": f"{low:.5g} {self.random.uniform(10, 120):.5g}", "limited": "false", "group": "2"}
        more |= {"actuatorfrcrange": f"-{self.sizes(1)} {self.sizes(1)}", "actuatorgravcomp": "true", "class": "other"}
        more |= {"stiffness": self.up_to(3), "damping": self.up_to(3), "springdamper": self.sizes(2)}
        more |= {"armature": self.sizes(1), "frictionloss": self.sizes(1), "margin": self.sizes(1)}
        more |= {"ref": self.values(1, 30), "springref": self.values(1, 30), "user": self.values(2)}
        more |= {"solreflimit": self.up_to(2), "solimplimit": self.up_to(5)}
        more |= {"solreffriction": self.up_to(2), "solimpfriction": self.up_to(5)}
        if kind != "free":
            more["springyield"] = self.sizes(1, 10)
        return f'<joint{self.name()} type="{kind}" pos="{pos}" axis="{axis}"{self.some(more, 0.2)}/>'

    def joints(self, top: bool) -> list[str]:
        plans = [[], ["hinge"], ["hinge"], ["ball"], ["slide"] * 3, ["slide", "ball"], ["slide", "hinge", "hinge"]]
        plan = self.random.choice([*plans, ["free"]] if top else plans)
        if plan == ["free"] and self.random.random() < 0.5:
            return [f"<freejoint{self.name()}{self.some({'align': 'true', 'group': '2'}, 0.5)}/>"]
        return [self.joint(kind) for kind in plan]

    def camera(self) -> str:
        more = {"mode": self.random.choice(MODES), "target": self.random.choice(self.bodies), "ipd": self.sizes(1)}
        more |= {"projection": "orthographic", "output": "depth normal", "user": self.values(2), "class": "other"}
        view = self.some({"fovy": f"{self.random.uniform(1, 170):.5g}"}, 0.5)
        if self.random.random() < 0.4:
            lens = self.random.choice(
                (
                    f' focal="{self.sizes(2, 0.1)}" principal="{self.sizes(2, 0.1)}"',
                    f' focalpixel="{self.sizes(2, 99)}" principalpixel="{self.sizes(2, 3)}"',
                )
            )
            view = f' sensorsize="{self.sizes(2, 0.01)}" resolution="{self.random.randint(1, 999)} 480"{lens}'
        return f'<camera{self.name()} pos="{self.values(3)}"{self.orientation()}{view}{self.some(more, 0.4)}/>'

    def light(self) -> str:
        more = {"mode": self.random.choice(MODES), "target": self.random.choice(self.bodies), "active": "false"}
        more |= {"type": self.random.choice(("directional", "point", "image")), "castshadow": "false"}
        more |= {name: self.sizes(3) for name in ("diffuse", "ambient", "specular", "attenuation")}
        more |= {name: self.sizes(1) for name in ("cutoff", "exponent", "range", "bulbradius", "intensity")}
        more |= {"softness": f"{self.random.random():.3g}", "class": "other"}
        return f'<light{self.name()} pos="{self.values(3)}" dir="{self.values(3)}"{self.some(more, 0.4)}/>'

    def inertial(self) -> str:
        a, b = (abs(self.random.gauss(0, 1)) + 0.1 for _ in range(2))
        c = max(a, b) if abs(a - b) > 0.7 * (a + b) else 0.9 * (a + b)
        full = f' fullinertia="{a} {b} {c} {0.1 * a} {0.05 * a} {0.02 * b}"'
        moments = self.random.choice((full, f' diaginertia="{a} {b} {c}"{self.orientation()}'))
        return f'<inertial pos="{self.values(3, 0.2)}" mass="{self.sizes(1)}"{moments}/>'

    def body(self, depth: int, top: bool = False, moving: bool = False) -> str:
        name = f"body{len(self.bodies)}"
        joints = self.joints(top)
        mocap = top and not joints and self.random.random() < 0.5
        moving = moving or bool(joints)
        parts = [self.geom(static=not moving) for _ in range(self.random.randint(0, 3))]
        parts += ['<geom size=".1" mass="1"/>'] if joints else []
        parts += [self.inertial()] if self.random.random() < 0.3 else []
        parts += [part() for part in (self.site, self.camera, self.light) if self.random.random() < 0.3]
        self.bodies.append(name)
        parts += [self.body(depth - 1, moving=moving) for _ in range(self.random.choice((0, 1, 1, 2)) if depth else 0)]
        self.random.shuffle(parts)
        more = {"gravcomp": self.values(1), "user": self.values(2), "simple": "false", "childclass": "other"}
        start = f'<body name="{name}" pos="{self.values(3)}"{self.orientation()}{self.some(more, 0.2)}'
        inside = "".join(self.framed(part) for part in [*joints, *parts])
        ending = ' mocap="true">' if mocap else ">"
        return f"{start}{ending}{inside}</body>"

    def framed(self, part: str) -> str:
        if self.random.random() > 0.2:
            return part
        factors = {"scale": self.sizes(1), "scaling": "geometry", "massscale": self.sizes(1)}
        scale = self.some(factors, 0.5) if self.scaled else ""
        more = self.some({"childclass": "other"})
        return f'<frame{self.name()}{more} pos="{self.values(3, 0.3)}"{self.orientation()}{scale}>{part}</frame>'

"""Random actuators of every shortcut, with nested default classes, on joints of every kind; the seed tells all."""

import re
from random import Random

BODIES = """
<worldbody>
  <frame{scale}>
    <body pos="1 2 3" euler="10 20 30">
      <freejoint name="free"/><geom type="box" size=".1 .2 .3" pos=".1 0 0" euler="20 30 40"/><site name="back"/>
      <body pos=".3 0 0"><joint name="hinge" axis="0 1 0" range="-40 80" ref="20" damping=".3"/><geom size=".1"/>
        <body pos=".2 0 0"><joint name="ball" type="ball" pos=".1 0 .1"/><geom size=".1" pos=".2 .1 0"/>
          <site name="tip" pos=".3 0 0"/></body>
      </body>
    </body>
    <body name="cart" pos="0 0 1"><joint name="slide" type="slide" axis="0 0 1" range="-1 2" ref=".5" armature=".1"/>
      <geom size=".2"/>
      <body pos=".3 0 0"><joint name="open" axis="1 0 0"/><geom size=".1" pos="0 .2 0"/></body>
    </body>
  </frame>
</worldbody>
"""
JOINTS = ("free", "hinge", "ball", "slide", "open")
LIMITS = ("true", "false", "auto")
SHORTCUTS = (
    *("general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder"),
    *("muscle", "adhesion", "orientation", "pid", "dcmotor"),
)
INPUTS = ("pos", "vel", "ff", "pos vel", "pos ff", "vel ff", "pos vel ff")


class RandomActuators:
    """Writes one model; now and then it has a fault that the reference refuses, too."""

    def __init__(self, seed: int, scaled: bool = False):
        self.random = Random(seed)
        self.scaled = scaled

    def xml(self) -> str:
        classes = f"<default>{self.defaults(2)}<default class='a'>{self.defaults(2)}<default class='b'>"
        classes += f"{self.defaults(1)}</default></default></default>"
        kinds = [self.random.choice(SHORTCUTS) for _ in range(self.random.randint(1, 5))]
        actuators = "".join(self.actuator(kind) for kind in kinds)
        key = f'<keyframe><key ctrl="{self.value(1)}"/></keyframe>'
        scale = f' scale="{self.size()}"{self.some({"massscale": self.size(), "scaling": "geometry"}, 0.5)}'
        bodies = BODIES.format(scale=scale if self.scaled else "")
        return f"<mujoco>{classes}{bodies}<actuator>{actuators}</actuator>{key}</mujoco>"

    def value(self, count: int) -> str:
        return " ".join(f"{self.random.gauss(0, 1):.4g}" for _ in range(count))

    def size(self) -> str:
        return f"{abs(self.random.gauss(0, 1)) + 0.02:.4g}"

    def range(self) -> str:
        low, high = sorted((self.random.gauss(0, 1), self.random.gauss(0, 1)))
        return f"{low:.4g} {high:.4g}"

    def some(self, attributes: dict[str, str], chance: float) -> str:
        return "".join(f' {name}="{value}"' for name, value in attributes.items() if self.random.random() < chance)

    def defaults(self, most: int) -> str:
        kinds = self.random.sample(SHORTCUTS, self.random.randint(0, most))
        texts = (f"<{kind}{self.attributes(kind, 0.2)}/>" for kind in kinds)
        return "".join(re.sub(' tausmooth="[^"]*"', "", text) for text in texts)  # which the reference has in no class

    def actuator(self, kind: str) -> str:
        chosen = self.some({"class": self.random.choice("ab")}, 0.6)
        target = self.target(kind)
        if kind not in ("adhesion", "orientation"):
            chosen += (
                f' lengthrange="{self.range()}"' if kind == "muscle" else self.some({"lengthrange": self.range()}, 0.2)
            )
        needed = ' ctrlrange="0 1"' if kind in ("damper", "adhesion") else ""
        if kind == "dcmotor" and self.random.random() < 0.7:
            chosen += f' motorconst="{self.size()} {self.size()}" resistance="{self.size()}"'
        return f"<{kind} {target}{chosen}{needed}{self.attributes(kind, 0.15, bool(needed))}/>"

    def target(self, kind: str) -> str:
        """What an actuator acts on; sites and bodies now and then."""
        joint = f'{self.random.choice(("joint", "joint", "jointinparent"))}="{self.random.choice(JOINTS)}"'
        sites = ['site="tip"', 'site="tip" refsite="back"', 'site="back" refsite="tip"']
        crank = f'cranksite="tip" slidersite="back" cranklength="{self.size()}"'
        if kind == "adhesion":
            return 'body="cart"'
        if kind == "orientation":
            return self.random.choice(('joint="ball"', sites[1], 'joint="hinge"'))
        if self.random.random() < 0.6:
            return joint
        return self.random.choice((crank, *sites) if kind != "muscle" else (crank,))

    def attributes(self, kind: str, chance: float, ranged: bool = False) -> str:
        more = {"group": "3", "user": self.value(self.random.randint(1, 3))}
        more |= {"nsample": str(self.random.randint(0, 3)), "interp": self.random.choice(("zoh", "linear", "cubic"))}
        if kind not in ("adhesion", "orientation"):
            more |= {"gear": self.value(self.random.randint(1, 6)), "armature": self.size()}
            more |= {"damping": self.value(self.random.randint(1, 3))}
        if kind != "dcmotor":
            more |= {"forcerange": self.range(), "forcelimited": self.random.choice(LIMITS)}
        if kind == "orientation":
            more |= {"forcerange": f"0 {self.size()}"}
        own = getattr(self, kind)()
        if kind == "orientation":
            own |= {"ctrlrange": self.range()}
        elif kind not in ("damper", "adhesion"):
            own |= {"ctrllimited": self.random.choice(LIMITS), "ctrlrange": self.range()}
        elif not ranged:
            own |= {"ctrlrange": "0.5 1"}
        return self.some(more | own, chance)

    def general(self) -> dict[str, str]:
        pick = self.random.choice
        values = {"actlimited": pick(LIMITS), "actrange": self.range(), "actearly": pick(("true", "false"))}
        values |= {"dyntype": pick(("none", "integrator", "filter", "filterexact")), "dynprm": self.value(2)}
        values |= {"gaintype": pick(("fixed", "affine")), "gainprm": self.value(self.random.randint(1, 4))}
        values |= {"biastype": pick(("none", "affine")), "biasprm": self.value(self.random.randint(1, 4))}
        values |= {"input": pick(("", "pos", "vel", "pressure")), "inheritrange": self.size()}
        values |= {"actdim": pick(("-1", "-1", "0", "1")), "velrange": self.range(), "ffrange": self.range()}
        if self.random.random() < 0.2:
            values |= {"gainprm": "3", "biastype": "affine", "biasprm": f"1 -3 {self.value(1)}"}
        return values

    def motor(self) -> dict[str, str]:
        return {}

    def position(self) -> dict[str, str]:
        return self.servo() | {"timeconst": self.random.choice(("0", self.size()))}

    def intvelocity(self) -> dict[str, str]:
        return self.servo() | {"actlimited": self.random.choice(LIMITS), "actrange": self.range()}

    def servo(self) -> dict[str, str]:
        rate = self.random.choice(("kv", "dampratio"))
        return {"kp": self.size(), rate: self.size(), "inheritrange": self.random.choice(("0", "1", ".7"))}

    def velocity(self) -> dict[str, str]:
        return {"kv": self.value(1)}

    def damper(self) -> dict[str, str]:
        return {"kv": self.size()}

    def cylinder(self) -> dict[str, str]:
        return {"timeconst": self.size(), "area": self.size(), "diameter": self.size(), "bias": self.value(3)}

    def muscle(self) -> dict[str, str]:
        values = {"timeconst": f"{self.size()} {self.size()}", "tausmooth": self.size(), "range": ".7 1.2"}
        values |= {"force": self.value(1), "scale": self.size(), "lmin": self.size(), "lmax": f"1{self.size()[1:]}"}
        return values | {"vmax": self.size(), "fpmax": self.size(), "fvmax": self.size()}

    def adhesion(self) -> dict[str, str]:
        return {"gain": self.size()}

    def orientation(self) -> dict[str, str]:
        rate = self.random.choice(("kv", "dampratio"))
        return {"kp": self.size(), rate: self.size(), "input": self.random.choice(("expmap", "quat"))}

    def pid(self) -> dict[str, str]:
        values = self.servo() | {"ki": self.size(), "imax": self.size(), "slewmax": self.size()}
        values |= {f"{name}range": self.range() for name in ("pos", "vel", "ff")}
        return values | {"input": self.random.choice(INPUTS)}

    def dcmotor(self) -> dict[str, str]:
        sizes = lambda count: " ".join(self.size() for _ in range(count))  # noqa: E731
        values = {"resistance": self.size(), "motorconst": sizes(self.random.randint(1, 2)), "nominal": sizes(3)}
        values |= {
            "inductance": sizes(self.random.randint(1, 2)),
            "thermal": f"{sizes(2)} 0 0.00{self.random.randint(1, 9)} {sizes(2)}",
        }
        values |= {"saturation": sizes(self.random.randint(1, 3)), "cogging": sizes(3), "lugre": sizes(5)}
        inputs = ("voltage", "none", *INPUTS, "pos voltage")
        return values | {"controller": sizes(self.random.randint(1, 6)), "input": self.random.choice(inputs)}

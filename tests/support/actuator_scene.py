"""A scene with every kind of joint, site and tendon, and random actuators of every kind on it; the seed tells all."""

from collections.abc import Iterator

import mujoco
import numpy as np

import knuckle as kn

SCENE = """
<mujoco>
  <option {option}/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <site name="fixed"/>
    <body name="trunk" pos="0 0 .1">
      <freejoint/><geom size=".1 .1 .1" type="box"/><site name="back" pos=".1 0 .1" euler="20 30 40"/>
      <body name="arm" pos=".3 0 0">
        <joint name="hinge" axis="0 1 0" range="-60 90"/><geom size=".1"/><site name="elbow" pos=".1 .2 0"/>
        <body name="hand" pos=".2 0 0">
          <joint name="ball" type="ball"/><geom size=".05" pos=".1 0 0"/><site name="tip" pos=".1 0 0"/>
        </body>
      </body>
      <body name="leg" pos="-.3 0 0">
        <joint name="slide" type="slide" axis="0 1 0" range="-1 2"/><geom size=".1"/><site name="toe" pos=".1 .2 0"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="string"><site site="elbow"/><site site="toe"/></spatial>
    <fixed name="belt"><joint joint="hinge" coef="2"/><joint joint="slide" coef="-1"/></fixed>
  </tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
KINDS = ("muscle", "pid", "orientation", "integrated", "dcmotor", "adhesion", "general")


class RandomScene:
    """Writes actuators with random parameters, in ranges where the motion stays tame."""

    def __init__(self, seed: int, kinds: tuple[str, ...] = KINDS):
        self.random, self.kinds = np.random.default_rng(seed), kinds

    def xml(self, count: int = 6, option: str = "") -> str:
        chosen = [str(self.random.choice(self.kinds)) for _ in range(count)]
        return SCENE.format(option=option, actuators="".join(getattr(self, kind)() for kind in chosen))

    def number(self, low: float, high: float, count: int = 1) -> str:
        return " ".join(f"{x:.4g}" for x in self.random.uniform(low, high, count))

    def maybe(self, text: str, chance: float = 0.5) -> str:
        return f" {text}" if self.random.random() < chance else ""

    def target(self, sites: bool = True) -> str:
        gear = f'gear="{self.number(0.5, 2)}"'
        choices = [f'joint="hinge" {gear}', f'joint="slide" {gear}', f'tendon="string" {gear}', f'tendon="belt" {gear}']
        choices += [f'joint="ball" gear="{self.number(-1, 1, 3)}"']
        choices += [f'cranksite="tip" slidersite="toe" cranklength="{self.number(0.2, 1)}" {gear}']
        if sites:
            choices += [f'site="tip" refsite="toe" gear="{self.number(-1, 1, 6)}"']
            choices += [f'site="tip" refsite="toe" gear="0 0 0 {self.number(-1, 1, 3)}"']
            choices += [f'site="back" gear="{self.number(-1, 1, 6)}"']
        return str(self.random.choice(choices))

    def muscle(self) -> str:
        number = self.number
        curve = f'lmin="{number(0.2, 0.8)}" lmax="{number(1.2, 2)}" vmax="{number(0.5, 3)}" fpmax="{number(0.5, 2)}"'
        curve += f' fvmax="{number(1.05, 1.6)}" range="{number(0.4, 0.9)} {number(1, 1.4)}" scale="{number(5, 50)}"'
        times = f'timeconst="{number(0.005, 0.05)} {number(0.01, 0.1)}"' + self.maybe(f'tausmooth="{number(0.1, 1)}"')
        more = self.maybe(f'force="{number(1, 10)}"') + self.maybe(f'forcerange="-{number(1, 10)} {number(1, 5)}"', 0.3)
        return f'<muscle {self.target(False)} lengthrange="{number(-1, 0)} {number(0.5, 1.5)}" {curve} {times}{more}/>'

    def damping(self) -> str:
        return str(self.random.choice(("", f'kv="{self.number(0.1, 2)}"', f'dampratio="{self.number(0.1, 2)}"')))

    def pid(self) -> str:
        number, maybe = self.number, self.maybe
        inputs = str(self.random.choice(("pos", "pos vel", "pos vel ff", "pos ff", "vel", "ff", "vel ff")))
        states = maybe(f'ki="{number(0.1, 5)}"') + maybe(f'imax="{number(0.05, 0.5)}"')
        states += maybe(f'slewmax="{number(0.1, 10)}"')
        ranges = "".join(
            maybe(f'{name}range="-{number(0.1, 1)} {number(0.1, 1)}"', 0.3) for name in ("pos", "vel", "ff")
        )
        ranges += maybe(f'forcerange="-{number(0.1, 5)} {number(0.1, 5)}"', 0.3)
        gains = f'kp="{number(1, 10)}" {self.damping()}'
        return f'<pid {self.target()} input="{inputs}" {gains}{states if "pos" in inputs else ""}{ranges}/>'

    def orientation(self) -> str:
        target = str(self.random.choice(('joint="ball"', 'site="tip" refsite="toe"')))
        chart = self.maybe('input="quat"')
        return f'<orientation {target} kp="{self.number(1, 5)}" {self.damping()}{chart}/>'

    def integrated(self) -> str:
        gain = self.number(1, 5)
        gains = f'gainprm="{gain}" biasprm="{self.number(-0.1, 0.1)} -{gain} -{self.number(0.1, 2)}"'
        more = self.maybe('actearly="true"') + self.maybe('actrange="-.3 .5"')
        return f'<general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator" {gains}{more}/>'

    def dcmotor(self) -> str:
        number, maybe, pick = self.number, self.maybe, self.random.choice
        inputs = str(pick(("voltage", "none", "pos", "pos vel", "pos vel ff voltage", "vel voltage", "ff")))
        text = f'motorconst="{number(0.01, 0.5, 2)}" resistance="{number(0.5, 5)}" input="{inputs}"'
        text += maybe(f'inductance="{number(0.0005, 0.01)} 0"') + maybe('ctrlrange="-.5 .5"', 0.3)
        text += maybe(f'thermal="{number(1, 5)} {number(1, 10)} 0 {number(0.001, 0.01)} 25 {number(10, 30)}"')
        text += maybe(f'cogging="{number(0.01, 0.2)} {self.random.integers(1, 9)} {number(0, 3)}"')
        text += maybe(
            f'lugre="{number(10, 100)} {number(0.1, 2)} {number(0.1, 0.3)} {number(0.1, 0.5)} {number(0.05, 1)}"'
        )
        text += maybe(f'saturation="{pick([number(0.01, 1), 0])} {number(0.1, 5)} {pick([number(1, 100), 0])}"')
        if inputs not in ("voltage", "none"):
            integral = pick([0, number(0.1, 3)]) if "pos" in inputs else 0
            limits = f"{pick([0, number(0.5, 10)])} {pick([0, number(0.05, 0.5)])} {pick([0, number(1, 10)])}"
            text += f' controller="{number(1, 5)} {integral} {number(0, 1)} {limits}"'
        return f"<dcmotor {self.target()} {text}/>"

    def adhesion(self) -> str:
        body = self.random.choice(("trunk", "arm", "leg"))
        return f'<adhesion body="{body}" gain="{self.number(1, 20)}" ctrlrange="0 {self.number(0.1, 1)}"/>'

    def general(self) -> str:
        pick = self.random.choice
        dynamics = pick(("none", "integrator", "filter", "filterexact", "muscle", "user"))
        text = f'dyntype="{dynamics}" dynprm="{self.number(0.01, 1, 3)}"' + self.maybe('actearly="true"')
        text += f' gaintype="{pick(("fixed", "affine", "user"))}" gainprm="{self.number(-3, 3, 2)} 0"'
        text += f' biastype="{pick(("none", "affine", "user"))}" biasprm="{self.number(-3, 3, 2)} -{self.number(0, 2)}"'
        return f"<general {self.target()} {text}/>"

    def states(self, m: kn.Model, d: kn.Data, reference: mujoco.MjModel, theirs: mujoco.MjData, count: int) -> Iterator:
        """Both worlds in the same random state, again and again; yields what puts them there once more."""
        for _ in range(count):
            qpos = reference.qpos0.copy()
            mujoco.mj_integratePos(reference, qpos, self.random.normal(size=reference.nv) * 0.3, 1)
            state = {"qpos": qpos, "qvel": self.random.normal(size=reference.nv)}
            state |= {"ctrl": self.random.normal(size=reference.nu) * 0.7}
            state |= {"act": self.random.uniform(0, 0.8, reference.na)}

            def put(state: dict = state) -> None:
                kn.reset(m, d)
                mujoco.mj_resetData(reference, theirs)
                for world in (d, theirs):
                    for name, value in state.items():
                        getattr(world, name)[:] = value

            yield put


def dense_moment(d, nout: int, nv: int) -> np.ndarray:
    """The moments of all outputs as a matrix; patterns of zeros may differ."""
    moment = np.zeros((nout, nv))
    for o in range(nout):
        row = slice(d.moment_rowadr[o], d.moment_rowadr[o] + d.moment_rownnz[o])
        moment[o, d.moment_colind[row]] = np.ravel(d.actuator_moment)[row]
    return moment

"""A platform that lets a ball pass from below and catches it from above: contacts are dropped before they count."""

import knuckle as kn

SCENE = """
<mujoco>
  <worldbody>
    <geom name="platform" type="box" size=".5 .5 .02" pos="0 0 1"/>
    <body name="ball" pos="0 0 .5">
      <freejoint/>
      <geom name="ball" size=".1"/>
    </body>
  </worldbody>
</mujoco>"""


RISING = 0.1  # [m/s]


def let_pass(m: kn.Model, d: kn.Data) -> None:
    """Drop all contacts while the ball is on its way up."""
    kn.filter_contacts(m, d, lambda m, d, geom1, geom2: d.qvel[2] < RISING)


def main() -> None:
    m = kn.load(SCENE)
    d = kn.Data(m)
    d.qvel[2] = 5.0  # thrown upwards [m/s]
    for _ in range(13):
        kn.step_with_contacts(m, d, let_pass, 50)
        print(f"time {d.time:.1f} s, ball at {d.body('ball').xpos[2]:.3f} m, contacts {d.ncon}")


if __name__ == "__main__":
    main()

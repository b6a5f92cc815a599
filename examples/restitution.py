"""Balls dropped from one metre: each comes back to the height that its restitution says, e² times the fall."""

import knuckle as kn

RESTITUTIONS = (0.3, 0.5, 0.7, 0.8, 0.9)
HEIGHT = 1.0  # [m]
RADIUS = 0.05  # [m]
TIMESTEP = 0.001  # [s]


def ball(place: float, restitution: float) -> str:
    """A ball whose own contact parameters count, whatever the floor has."""
    terms = kn.contact_parameters(restitution=restitution, timestep=TIMESTEP)
    solref, solimp = (" ".join(map(str, numbers)) for numbers in (terms.solref, terms.solimp))
    return f"""
      <body pos="{place} 0 {HEIGHT + RADIUS}">
        <freejoint/>
        <geom size="{RADIUS}" priority="1" solref="{solref}" solimp="{solimp}"/>
      </body>"""


def main() -> None:
    balls = "".join(ball(0.2 * k, e) for k, e in enumerate(RESTITUTIONS))
    m = kn.load(f"""
    <mujoco>
      <option timestep="{TIMESTEP}"/>
      <worldbody><geom type="plane" size="0 0 1"/>{balls}</worldbody>
    </mujoco>""")
    d = kn.Data(m)

    heights = d.qpos[2::7]  # a view: it follows the simulation
    highest, has_bounced, falls_again = [0.0] * len(heights), [False] * len(heights), [False] * len(heights)
    while not all(falls_again):
        kn.step(m, d)
        for k, (height, speed) in enumerate(zip(heights, d.qvel[2::6], strict=True)):
            has_bounced[k] |= speed > 0.0
            falls_again[k] |= has_bounced[k] and speed < 0.0
            if has_bounced[k] and not falls_again[k]:
                highest[k] = max(highest[k], height - RADIUS)

    for e, height in zip(RESTITUTIONS, highest, strict=True):
        print(f"restitution {e}: back to {height:.3f} m, e² says {e * e * HEIGHT:.3f} m")


if __name__ == "__main__":
    main()

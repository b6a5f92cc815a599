"""Elements by name: a quadruped in two poses, its feet, its heaviest bodies."""

import numpy as np

import knuckle as kn
from knuckle import models


def main() -> None:
    m = kn.Model.from_xml_path(models.path("quadruped"))
    d = kn.Data(m)

    for pose in m.names("key"):
        kn.reset(m, d, keyframe=pose)
        kn.forward(m, d)
        feet = [d.site(name).xpos[2] for name in m.names("site") if name.endswith("foot")]
        print(f"{pose}: trunk at {d.body('trunk').xpos[2]:.3f} m, soles at {np.round(np.array(feet) - 0.022, 3)} m")

    heaviest = np.argsort(m.body_mass)[::-1][:3]
    print("heaviest:", ", ".join(f"{m.body(b).name} {m.body_mass[b]:.2f} kg" for b in heaviest))

    try:
        d.joint("front_left_nee")
    except KeyError as error:
        print("a wrong name:", str(error)[:80], "…")


if __name__ == "__main__":
    main()

"""Pass: where cameras and lights are in qpos0, which the tracking modes keep."""

from collections.abc import Sequence

from knuckle.compile.derived.reference_pose import ReferencePose
from knuckle.compile.parts import Assembly, Part
from knuckle.hostmath.rotation import compose, matrix, rotate, subtract


def fill_views(a: Assembly, pose: ReferencePose) -> None:
    """Offsets from the body and from the subtree's centre of mass, and world orientations."""
    cameras, lights = a.cameras, a.lights
    frames = [compose(pose.xpos[c.body], pose.xquat[c.body], c.pos, c.quat) for c in cameras]
    spots = [compose(pose.xpos[part.body], pose.xquat[part.body], part.pos, part.quat)[0] for part in lights]
    a.arrays |= {
        "cam_mat0": [sum(matrix(quat), ()) for _, quat in frames],
        "light_dir0": [rotate(pose.xquat[light.body], light.dir) for light in lights],
    }
    _store_offsets(a, "cam", cameras, [pos for pos, _ in frames], pose)
    _store_offsets(a, "light", lights, spots, pose)


def _store_offsets(a: Assembly, kind: str, parts: Sequence[Part], places: list, pose: ReferencePose) -> None:
    """The centre of mass is that of the target's subtree where there is a target, else of the own body's."""
    targets = a.arrays[f"{kind}_targetbodyid"]
    a.arrays[f"{kind}_pos0"] = [subtract(x, pose.xpos[part.body]) for part, x in zip(parts, places, strict=True)]
    a.arrays[f"{kind}_poscom0"] = [
        subtract(x, pose.subtree_com[target if target >= 0 else part.body])
        for part, x, target in zip(parts, places, targets, strict=True)
    ]

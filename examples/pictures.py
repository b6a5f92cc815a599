"""Pictures, distances and segmentations of a robot, and a film of its fall."""

import numpy as np

import knuckle as kn
from knuckle import models
from knuckle.render.film import write_film

FPS = 20


def main() -> None:
    m = kn.load(models.path("humanoid"))
    d = kn.Data(m)
    kn.reset(m, d, keyframe="squat")
    kn.forward(m, d)
    with kn.Renderer(m, height=120, width=160) as renderer:
        # colours, distances and elements from a camera of the model
        renderer.update_scene(d, camera="side")
        colours = renderer.render()
        renderer.enable_depth_rendering()
        depth = renderer.render()
        renderer.enable_segmentation_rendering()
        segments = renderer.render()
        renderer.disable_segmentation_rendering()
        geoms = np.unique(segments[segments[..., 1] == kn.ObjType.GEOM][:, 0])
        print(f"picture of mean brightness {colours.mean():.0f}, nearest point {depth.min():.2f} m away")
        print("seen:", ", ".join(m.geom(int(g)).name or str(g) for g in geoms[:8]), "…")

        # a film from a camera that goes around, with contact forces
        def frames():
            for i in range(FPS):
                kn.step(m, d, round(1 / FPS / m.opt.timestep))
                kn.forward(m, d)
                camera = kn.Camera(lookat=np.array(d.subtree_com[1]), distance=3.0, azimuth=90 + 4 * i, elevation=-15)
                renderer.update_scene(d, camera, kn.SceneOption(contactforce=True, contactpoint=True))
                yield renderer.render()

        count = write_film("humanoid.gif", frames(), FPS)
    print(f"humanoid.gif: {count} pictures")


if __name__ == "__main__":
    main()

"""A humanoid dives; what happened becomes one HTML file that any browser plays."""

import knuckle as kn
from knuckle import models

m = kn.load(models.path("humanoid"))
d = kn.Data(m)
kn.reset(m, d, keyframe="dive")

frames = []
while d.time < 2.0:
    kn.step(m, d, 7)  # about 60 frames per second
    frames.append(kn.get_state(m, d))

page = kn.studio.replay(m, frames, "fall.html", title="A dive")
print(f"open {page.resolve()} in a browser")

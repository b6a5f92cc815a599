"""The studio: models and their motion in the browser. `kn.studio.launch(m, d)`, or the command `knuckle studio`.

It needs viser: `pip install 'knuckle[studio]'`. Nothing of it is imported before a studio is launched.
"""

from knuckle.replay.replay import replay
from knuckle.studio.launching import Viewer, launch, launch_passive
from knuckle.studio.server import StudioError

__all__ = ["StudioError", "Viewer", "launch", "launch_passive", "replay"]

"""The panels, in the order of their tabs."""

from knuckle.studio.panels.base import Panel
from knuckle.studio.panels.faults import FaultPanel
from knuckle.studio.panels.gallery import GalleryPanel
from knuckle.studio.panels.help import HelpPanel
from knuckle.studio.panels.joints import JointPanel
from knuckle.studio.panels.model import ModelPanel
from knuckle.studio.panels.options import OptionPanel
from knuckle.studio.panels.plots import PlotPanel
from knuckle.studio.panels.run import RunPanel
from knuckle.studio.panels.share import SharePanel
from knuckle.studio.panels.visual import VisualPanel

PANELS: tuple[type[Panel], ...] = (
    *(RunPanel, JointPanel, VisualPanel, OptionPanel, PlotPanel, ModelPanel, FaultPanel, SharePanel, GalleryPanel),
    HelpPanel,
)

"""gymnasium's own environments, on MuJoCo: the reference for ours."""

import sys
import warnings
from types import ModuleType

import gymnasium

NAMES = (
    *("Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup", "InvertedDoublePendulum", "InvertedPendulum"),
    *("Pusher", "Reacher", "Swimmer", "Walker2d"),
)


def reference_env(name: str, **options):
    """gymnasium's environment without wrappers; it asks for imageio, which only its renderer uses."""
    sys.modules.setdefault("imageio", ModuleType("imageio"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return gymnasium.make(f"{name}-v5", **options).unwrapped

"""OpenGL without a window."""

import os
from typing import Any

from knuckle.errors import KnuckleError

PACKAGES = """\
pictures need OpenGL without a window:
  pip install 'knuckle[render]'                        moderngl and Pillow
  apt-get install libegl1 libgl1-mesa-dri libgles2     EGL and Mesa's software renderer (Debian, Ubuntu)
  dnf install mesa-libEGL mesa-dri-drivers             the same (Fedora)"""
NEEDED = 430  # version of OpenGL, without its dot: draws that the card itself reads from a list


class GraphicsError(KnuckleError):
    """OpenGL cannot be had, or not for what was asked; the message says what to install."""


def make_context() -> Any:
    """A context of its own, on the device of $KNUCKLE_EGL_DEVICE (a number; the first one by default)."""
    try:
        import moderngl
    except ModuleNotFoundError as error:
        raise GraphicsError(f"{error.name} is not installed; {PACKAGES}") from error
    settings: dict[str, Any] = {"backend": "egl"}
    if device := os.environ.get("KNUCKLE_EGL_DEVICE"):
        if not device.isdecimal():
            raise GraphicsError(f"$KNUCKLE_EGL_DEVICE: expected the number of a device, found {device!r}")
        settings["device_index"] = int(device)
    try:
        return moderngl.create_context(require=NEEDED, standalone=True, **settings)
    except Exception as error:  # of many kinds: a library that is missing, a display that is none, a version too old
        raise GraphicsError(f"no OpenGL context through EGL ({error}); {PACKAGES}") from error

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


def largest_picture(ctx: Any, width: int, height: int) -> None:
    """Raise ValueError for a picture of more rows or columns than OpenGL draws here."""
    most = min(ctx.info["GL_MAX_RENDERBUFFER_SIZE"], ctx.info["GL_MAX_TEXTURE_SIZE"])
    for name, value in (("width", width), ("height", height)):
        if value > most:
            raise ValueError(f"{name}: {value} pixels are more than OpenGL draws here ({most})")


def pixels_of(ctx: Any, size: tuple[int, int], samples: int = 0) -> Any:
    """A framebuffer of colours and depths."""
    try:
        colours, depths = ctx.renderbuffer(size, 4, samples=samples), ctx.depth_renderbuffer(size, samples=samples)
        return ctx.framebuffer([colours], depths)
    except Exception as error:  # moderngl's own, which tells what is incomplete
        raise GraphicsError(
            f"OpenGL has no room for a picture of {size[0]} times {size[1]} pixels ({error})"
        ) from error


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

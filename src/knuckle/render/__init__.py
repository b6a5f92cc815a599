"""Pictures off screen: `kn.Renderer`, on OpenGL through EGL, with or without a graphics card."""

from knuckle.render.renderer import Renderer

__all__ = ["Renderer"]

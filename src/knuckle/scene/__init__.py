"""What a picture of a world shows, without any graphics library: drawables, lights, the camera, shapes as triangles,
textures.

`SceneBuilder(m)` keeps what follows from the model alone; `builder.update(d, camera, option)` gives a `Scene`, a table
of drawables with one row each, for whoever draws: the off-screen renderer and the studio.

    builder = SceneBuilder(m)
    scene = builder.update(d, camera="side", option=option)
    scene.kind[i], scene.pos[i], scene.mat[i], scene.size[i], scene.rgba[i]     # one drawable
    triangles(m, scene.kind[i], scene.dataid[i])                               # its unit shape, to be scaled by size
"""

from knuckle.scene.builder import SceneBuilder
from knuckle.scene.camera import Camera, View, camera_of, default_camera, view_of
from knuckle.scene.enums import CameraType, Category, Frame, Label, RenderFlag, Shape, VisFlag
from knuckle.scene.labels import labels
from knuckle.scene.lights import Light, lights
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Scene
from knuckle.scene.shapes import Triangles, Vertices, triangles
from knuckle.scene.textures import MissingPixels, texture_pixels

__all__ = [
    "Camera",
    "CameraType",
    "Category",
    "Frame",
    "Label",
    "Light",
    "MissingPixels",
    "RenderFlag",
    "Scene",
    "SceneBuilder",
    "SceneOption",
    "Shape",
    "Triangles",
    "Vertices",
    "View",
    "VisFlag",
    "camera_of",
    "default_camera",
    "labels",
    "lights",
    "texture_pixels",
    "triangles",
    "view_of",
]

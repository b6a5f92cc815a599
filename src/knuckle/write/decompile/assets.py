"""Height fields, textures and materials."""

import struct
import zlib
from typing import Any

import numpy as np

from knuckle.assets.files import BadFile
from knuckle.assets.image.chunks import BadImage
from knuckle.compile.elements.textures import BadTexture, measure
from knuckle.schema.enums import ColorSpace, TextureRole, TextureType
from knuckle.spec.tree import Compiler, HField, Layer, Material, Origin, Texture
from knuckle.write.decompile.source import Source, copied, plain, singles

MATERIAL = (
    *("texuniform", "texrepeat", "emission", "specular", "shininess", "reflectance", "metallic", "roughness", "rgba"),
)
PNG = b"\x89PNG\r\n\x1a\n"
PNG_COLOURS = {1: 0, 3: 2, 4: 6}  # channels -> kind of PNG
WHITE = (1.0, 1.0, 1.0)
FACES = 6


def decompile_hfields(source: Source) -> list[Any]:
    """Heights are between 0 and 1 already; the first row of the attribute is the last of the field."""
    m = source.m
    nodes = source.add("hfield", (HField(size=plain(size)) for size in m.hfield_size))
    for i, node in enumerate(nodes):
        rows, columns, start = int(m.hfield_nrow[i]), int(m.hfield_ncol[i]), int(m.hfield_adr[i])
        heights = m.hfield_data[start : start + rows * columns].reshape(rows, columns)
        if source.files is None:
            node.nrow, node.ncol, node.elevation = rows, columns, singles(heights[::-1])
        else:
            node.file = f"hfield_{i}.bin"
            source.files[node.file] = struct.pack("<2i", rows, columns) + heights.astype("<f4").tobytes()
    return nodes


def decompile_textures(source: Source) -> list[Any]:
    """Textures as they were written, where that is known and still true, else white ones of the same size."""
    return source.add("texture", (_again(source, i) or _texture(source, i) for i in range(source.m.ntex)))


def _again(source: Source, i: int) -> Any:
    """The texture of its origin; None where that, or a place for its files, is missing."""
    origins = source.m._picture_origins
    origin = origins[i] if i < len(origins) else None
    files = {} if source.files is None else source.files
    if origin is None or (origin.files and source.files is None):
        return None
    contents, node = origin.contents(), Texture(**origin.attributes)
    if contents is None or not _is_shown(source.m, i, node, contents):
        return None
    for name, content in contents.items():
        file = f"texture_{i}{name.removeprefix('file')}.png"
        node.__dict__[name] = file
        files[file] = content
    return node


def _is_shown(m: Any, i: int, node: Any, contents: dict[str, bytes]) -> bool:
    """Whether the model has the sizes of a texture: users may change them, and files on disk too."""
    named = Texture(**{**node.__dict__, **{name: name for name in contents}, "content_type": "image/png"})
    try:
        shown = measure(named, Origin(Compiler(), None, contents))
    except (BadTexture, BadImage, BadFile):
        return False
    kinds = int(m.tex_type[i]), int(m.tex_nchannel[i])
    return kinds == (node.type, node.nchannel) and shown == (m.tex_width[i], m.tex_height[i], m.tex_colorspace[i])


def _texture(source: Source, i: int) -> Any:
    m = source.m
    kind, channels = TextureType(m.tex_type[i]), int(m.tex_nchannel[i])
    width, height = int(m.tex_width[i]), int(m.tex_height[i])
    node = Texture(type=kind, nchannel=channels, colorspace=ColorSpace(m.tex_colorspace[i]))
    is_cube = kind != TextureType.TEXTURE_2D
    plain_picture = channels == 3 and width > 0 and (not is_cube or height == FACES * width)
    if plain_picture or source.files is None or not width:
        node.nchannel, node.builtin, node.rgb1, node.rgb2 = 3, "flat", WHITE, WHITE
        node.width, node.height = max(width, 1), 0 if is_cube else max(height, 1)
    else:
        node.file = f"texture_{i}.png"
        source.files[node.file] = white_png(width, height, channels)
    return node


def white_png(width: int, height: int, channels: int) -> bytes:
    """The bytes of a white picture."""
    header = struct.pack(">2I5B", width, height, 8, PNG_COLOURS[channels], 0, 0, 0)
    rows = (b"\0" + b"\xff" * (width * channels)) * height
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return PNG + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def decompile_materials(source: Source) -> list[Any]:
    return source.add("material", (_material(source, i) for i in range(source.m.nmat)))


def _material(source: Source, i: int) -> Any:
    node = Material(**copied(source.m, "mat", i, MATERIAL))
    textures = source.m.mat_texid[i]
    node.layers = [
        Layer(texture=source.name("texture", int(textures[role])), role=TextureRole(role))
        for role in np.flatnonzero(textures >= 0).tolist()
    ]
    return node

"""Pass: sizes and colour spaces of textures; the pixels themselves are read only for display."""

from knuckle.assets.files import BadFile, read_asset
from knuckle.assets.image.chunks import BadImage
from knuckle.assets.image.header import ImageHeader, read_png_header
from knuckle.assets.image.origin import PictureOrigin, picture_origin
from knuckle.compile.parts import Assembly
from knuckle.compile.problems import words
from knuckle.parse.finish import MOST_CELLS
from knuckle.schema.enums import ColorSpace, TextureType
from knuckle.spec.tree import Origin

SIDES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
FACES = 6
CHANNELS = (1, 3, 4)
LETTERS = ".RLUDFB"  # of the cells in a grid: unused, right, left, up, down, front, back


class BadTexture(Exception):
    """A texture that cannot be made, with the reason."""


def fill_textures(a: Assembly) -> None:
    textures = a.spec.textures
    rows = [_measure_checked(a, node) for node in textures]
    a.counts["ntex"] = len(textures)
    a.arrays |= {
        "tex_type": [node.type for node in textures],
        "tex_nchannel": [node.nchannel for node in textures],
        "tex_width": [width for width, _, _ in rows],
        "tex_height": [height for _, height, _ in rows],
        "tex_colorspace": [space for _, _, space in rows],
    }


def measure(node, origin: Origin) -> tuple[int, int, ColorSpace]:
    """Width, height and colour space of a texture."""
    if node.embed is False:
        return _reference(node, origin)
    if _is_builtin(node):
        return _builtin(node)
    if node.file:
        return _single_file(node, origin)
    return _six_files(node, origin)


def _measure_checked(a: Assembly, node) -> tuple[int, int, ColorSpace]:
    try:
        return measure(node, a.spec.origin_of(node))
    except (BadTexture, BadImage, BadFile) as fault:
        a.problems.about(node, str(fault))
        return 0, 0, ColorSpace.AUTO


def picture_origins(a: Assembly) -> tuple[PictureOrigin | None, ...]:
    """What the textures of a model without faults were made from."""
    return tuple(picture_origin(node, a.spec.origin_of(node)) for node in a.spec.textures)


def _is_builtin(node) -> bool:
    return node.builtin not in (None, "none")


def _reference(node, origin: Origin) -> tuple[int, int, ColorSpace]:
    """A texture that stays in its file: nothing of it is looked at, so its size is not known."""
    rows, columns = node.gridsize
    reasons = {
        "it is builtin": _is_builtin(node),
        "it is not given by one file": not node.file,
        "its file is a grid": rows * columns != 1,
        "it is flipped": node.hflip or node.vflip,
        "its file is handed over in memory": origin.folder is None,
    }
    for reason, applies in reasons.items():
        if applies:
            raise BadTexture(f'embed="false": the texture cannot stay in its file: {reason}')
    return 0, 0, node.colorspace


def _builtin(node) -> tuple[int, int, ColorSpace]:
    if node.nchannel != 3:
        raise BadTexture(f'nchannel="{node.nchannel}": a builtin texture has 3 channels')
    flat = node.type == TextureType.TEXTURE_2D
    if node.width <= 0 or (flat and node.height <= 0):
        raise BadTexture("a builtin texture needs a positive width" + (" and height" if flat else ""))
    return node.width, node.height if flat else FACES * node.width, node.colorspace


def _single_file(node, origin: Origin) -> tuple[int, int, ColorSpace]:
    """A plain picture, one square for all faces of a cube, or a grid of squares."""
    image = _header(node.file, node, origin)
    if node.type == TextureType.TEXTURE_2D:
        if node.nchannel not in CHANNELS:
            raise BadTexture(f'nchannel="{node.nchannel}": expected one of {words(CHANNELS)}')
        return image.width, image.height, _colorspace(node, image)
    _check_channels(node)
    rows, columns = node.gridsize
    if rows < 1 or columns < 1 or rows * columns > MOST_CELLS:
        raise BadTexture(f'gridsize="{rows} {columns}": expected positive numbers, {MOST_CELLS} cells at most')
    if rows * columns > 1 and set(node.gridlayout) - set(LETTERS):
        raise BadTexture(f'gridlayout="{node.gridlayout}" may only contain the letters {" ".join(LETTERS)}')
    side = image.width // columns
    if side * columns != image.width or side * rows != image.height:
        raise BadTexture(
            f"{node.file} has {image.width}×{image.height} pixels, which a grid of {rows} rows and {columns} columns "
            "does not cut into squares"
        )
    return side, side if rows * columns == 1 else FACES * side, _colorspace(node, image)


def _six_files(node, origin: Origin) -> tuple[int, int, ColorSpace]:
    files = [getattr(node, side) for side in SIDES if getattr(node, side)]
    if not files:
        raise BadTexture("a texture needs file, one of the files of its six sides, or builtin")
    if node.type == TextureType.TEXTURE_2D:
        raise BadTexture("a texture of type 2d cannot be loaded from the files of six sides")
    _check_channels(node)
    images = [_header(file, node, origin) for file in files]
    sizes = {size for image in images for size in (image.width, image.height)}
    if len(sizes) > 1:
        raise BadTexture("the files of the six sides must be squares of one size")
    return images[0].width, FACES * images[0].width, _colorspace(node, images[-1])


def _check_channels(node) -> None:
    if node.nchannel != 3:
        raise BadTexture(f'nchannel="{node.nchannel}": a cube or skybox texture has 3 channels')


def _colorspace(node, image: ImageHeader) -> ColorSpace:
    if node.colorspace != ColorSpace.AUTO:
        return node.colorspace
    return ColorSpace.SRGB if image.is_srgb else ColorSpace.LINEAR


def _header(file: str, node, origin: Origin) -> ImageHeader:
    if not (file.lower().endswith(".png") or node.content_type == "image/png"):
        raise BadTexture(f"{file}: only PNG textures are supported yet")
    return read_png_header(read_asset(origin, node.place, file, origin.compiler.texturedir, most=1 << 16), file)

"""What single elements need beyond the table: checks and folded attributes, one function per element."""

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from knuckle.parse import ends, xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import LightType, ObjType, TextureRole
from knuckle.spec.tree import Layer

MOST_NUMERIC = 1 << 24  # values of all custom numerics together
MOST_CELLS = 12  # of the grid in which the file of a texture shows the sides of a cube

Values = dict[str, Any]
OBJECT_TYPES = {
    str(kind.name).lower(): kind for kind in ObjType if kind not in (ObjType.UNKNOWN, ObjType.DEFAULT, ObjType.MODEL)
}


def finish(raw: xml.Element, key: str, own: Values, former: Values, reader: ElementReader) -> Values:
    """The element's own values after its special rules; `former` holds what its class sets."""
    special = _FINISH.get(key.removeprefix("default."))
    return special(raw, own, former, reader) if special else own


def _complain(reader: ElementReader, raw: xml.Element, attribute: str, message: str) -> None:
    reader.problems.add(raw.place_of(attribute), raw.label, message)


def _light(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    directional = own.pop("directional", None)
    if directional is not None:
        own["type"] = LightType.DIRECTIONAL if directional else LightType.SPOT
    return own


def _frame(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    scale = own.get("scale")
    if scale is not None and len(scale) == 1:
        own["scale"] = scale * 3
    return own


def _compiler(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    if own.get("coordinate") == "global":
        _complain(reader, raw, "coordinate", 'global coordinates no longer exist, use "local"')
    sequence = own.get("eulerseq", "xyz")
    if len(sequence) != 3 or set(sequence) - set("xyzXYZ"):
        _complain(reader, raw, "eulerseq", f"eulerseq needs three letters out of x y z X Y Z, got {quote(sequence)}")
    return own


def _size(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    for name, value in own.items():
        lowest = 0 if name == "nuserdata" else -1
        if value < lowest and name != "nkey":  # a smaller nkey than there are keys is of no effect
            _complain(reader, raw, name, f"{name} must be at least {lowest}, got {value}")
    return own


def _option(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    groups = own.get("actuatorgroupdisable", ())
    if any(not 0 <= group <= 30 for group in groups):
        _complain(reader, raw, "actuatorgroupdisable", f"actuatorgroupdisable needs groups from 0 to 30, got {groups}")
    return own


def _numeric(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    data = own.get("data", ())
    size = own.get("size", len(data))
    if size is None:
        return own  # it was no number, which has been told
    if size <= 0:
        _complain(reader, raw, "size", "size must be positive; give data or size")
    elif len(data) > size:
        _complain(reader, raw, "data", f"data has {len(data)} values, more than its size {size}")
    elif reader.reserved + size > MOST_NUMERIC:
        _complain(reader, raw, "size", f"size {size} is too large: all numerics may have {MOST_NUMERIC} values at most")
    else:
        reader.reserved += size
        own |= {"size": size, "data": data + (0.0,) * (size - len(data))}
    return own


def _tuple_element(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    word = own.get("objtype") or ""
    if word and word not in OBJECT_TYPES:
        _complain(reader, raw, "objtype", f"unknown object type {quote(word)}" + hint(word, OBJECT_TYPES))
    own["objtype"] = OBJECT_TYPES.get(word, ObjType.UNKNOWN)
    return own


def _named_by_file(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    if not own.get("name") and own.get("file"):
        own["name"] = PurePosixPath(own["file"].replace("\\", "/")).stem
    return own


def _texture(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    """A layout has one letter for each cell of the grid, whose size may be that of the class."""
    layout = own.get("gridlayout")
    if layout is not None:
        rows, columns = own.get("gridsize") or former.get("gridsize") or (1, 1)
        if not len(layout) == rows * columns <= MOST_CELLS:
            message = f"gridlayout needs a letter for each cell of gridsize {rows} {columns}, {MOST_CELLS} at most"
            _complain(reader, raw, "gridlayout", f"{message}, got {quote(layout)}")
    return _named_by_file(raw, own, former, reader)


def _mesh(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    if own.get("maxhullvert", -1) != -1 and own["maxhullvert"] <= 3:
        _complain(reader, raw, "maxhullvert", f"maxhullvert must be -1 or larger than 3, got {own['maxhullvert']}")
    return _named_by_file(raw, own, former, reader)


def _material(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    """Fold `texture` and the layers into one list, one layer per role, over those of the class."""
    layers = {layer.role: layer for layer in former.get("layers", ())}
    if own.get("texture"):
        layers[TextureRole.RGB] = Layer(texture=own["texture"], role=TextureRole.RGB, place=raw.place_of("texture"))
    for child, key in reader.children(raw, "material"):
        if own.get("texture"):
            _complain(reader, child, "texture", "a material has either a texture attribute or layers, not both")
        values = reader.values(child, key, {})
        layers[values.get("role")] = reader.make(child, key, values)
    if layers:
        own["layers"] = [layer for layer in layers.values() if layer.texture]
    return own


def _tendon(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    length = own.get("springlength")
    if length is not None and len(length) == 1:
        own["springlength"] = length * 2
    return own


_FINISH: dict[str, Callable[[xml.Element, Values, Values, ElementReader], Values]] = {
    "light": _light,
    "frame": _frame,
    "compiler": _compiler,
    "size": _size,
    "option": _option,
    "numeric": _numeric,
    "tuple.element": _tuple_element,
    "texture": _texture,
    "mesh": _mesh,
    "hfield": _named_by_file,
    "material": _material,
    "tendon": _tendon,
    "tendon.spatial": _tendon,
    "tendon.fixed": _tendon,
    "pair": ends.geoms,
    "equality.connect": ends.connect,
    "equality.weld": ends.weld,
    "equality.joint": ends.joints,
    "equality.tendon": ends.tendons,
    "equality.distance": ends.geoms,
}

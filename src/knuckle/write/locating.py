"""Files of assets named from where the model lies, also those that an included or attached file names."""

import copy
import os
from typing import Any

from knuckle.assets.files import known_path
from knuckle.assets.packing import NAMING
from knuckle.errors import Place
from knuckle.spec.tree import Origin, Spec, sharing

KINDS = ("meshes", "hfields", "textures")


def located(spec: Spec) -> Spec:
    """The Spec itself where all names are those of its own text, else one that has the names it needs."""
    if not spec.sources:
        return spec
    main = Place(next(iter(spec.sources)))
    changed = {kind: [_located(spec, node, main) for node in getattr(spec, kind)] for kind in KINDS}
    if all(changed[kind] == getattr(spec, kind) for kind in KINDS):
        return spec
    whole = sharing(spec)
    whole.__dict__.update(changed)
    return whole


def _located(spec: Spec, node: Any, main: Place) -> Any:
    if node.origin is None and node.place.file == main.file:
        return node
    own, whole = spec.origin_of(node), spec.origin_of(spec.worldbody)
    attributes, directory = NAMING[node.tag]
    names = {}
    for attribute in attributes:
        if not (file := getattr(node, attribute, None)):
            continue
        path = known_path(own, node.place, file, getattr(own.compiler, directory))
        if path and path != known_path(whole, main, file, getattr(whole.compiler, directory)):
            names[attribute] = name_from(whole, path, directory) or file
    if not names:
        return node
    new = copy.copy(node)
    new.__dict__.update(names)
    return new


def name_from(origin: Origin, path: str, directory: str = "") -> str:
    """The name by which a model finds a file, which may be an asset of the kind that lies in a directory of its own.

    It is empty where no name leads there.
    """
    compiler = origin.compiler
    if origin.folder is None:
        return path if path in origin.assets else ""
    if directory and compiler.strippath:
        return ""
    inside = (getattr(compiler, directory) or compiler.assetdir or "") if directory else ""
    return os.path.relpath(os.path.realpath(path), os.path.realpath(origin.folder / inside)).replace(os.sep, "/")

"""A compiled model as a file: a fixed head, texts and the table of fields as JSON, then the arrays as they are.

    magic (8) · format version, header length, payload length (u64 each) · checksum (32)
    header (JSON) · payload (arrays in the order of the header, then what meshes and textures were made from)

Numbers of the head are little-endian, those of arrays are as the header says. The checksum is the SHA-256 of everything
behind it. Lengths are compared with the file before anything is read, and sizes with the payload before anything is
allocated. Later releases read what earlier ones wrote (`stored_fields.py`); the format version changes only where the
form of the file itself does.
"""

import hashlib
import json
import os
import stat
import struct
import sys
from os import PathLike
from typing import TYPE_CHECKING

from knuckle.errors import KnuckleError
from knuckle.files import write_whole
from knuckle.model.stored_fields import BadFields, field_table, known_counts, payload_of, read_fields
from knuckle.model.views import KINDS
from knuckle.schema.fields import model_fields
from knuckle.validate.indices import broken_rules

if TYPE_CHECKING:
    from knuckle.model.model import Model

MAGIC = b"\x89KNUCK\r\n"
VERSION = 2
HEAD = struct.Struct("<8sQQQ32s")
COMPILED_SUFFIX = ".knm"
# suffixes that promise another kind of file
MISLEADING = {".xml": "MJCF", ".mjcf": "MJCF", ".urdf": "URDF", ".mjb": "a binary model of MuJoCo", ".usd": "USD"}
MISLEADING |= {".mjz": "an archive of MJCF", ".zip": "an archive"}


class FileFormatError(KnuckleError):
    """A file that is not a compiled model of this version, or is damaged."""


def write_model(model: "Model", path: str | PathLike) -> None:
    """Write the model in one step; nothing is written where it could not be read again."""
    path = os.fspath(path)
    _check_suffix(path)
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"cannot write {path!r}: there is no folder {folder!r}")
    if os.path.isdir(path):
        raise IsADirectoryError(f"cannot write {path!r}: it is a folder")
    write_whole(path, model_to_bytes(model))


def _check_suffix(path: str) -> None:
    """Raise ValueError for a name that promises a file of another kind."""
    stem, suffix = os.path.splitext(path)
    if suffix.lower() in MISLEADING:
        raise ValueError(
            f"cannot write {path!r}: save writes a compiled model in a binary format of its own, not "
            f"{MISLEADING[suffix.lower()]}; name it {os.path.basename(stem) + COMPILED_SUFFIX!r}"
        )


def read_model(path: str | PathLike) -> "Model":
    """The model in a file; FileFormatError says what is wrong with it."""
    source = os.fspath(path)
    status = os.stat(source)
    if not stat.S_ISREG(status.st_mode):
        raise FileFormatError(f"{source}: not a regular file")
    with open(source, "rb") as file:
        head = file.read(HEAD.size)
        _check_head(head, status.st_size, source)
        return _decode(head + file.read(), source)


def model_to_bytes(model: "Model") -> bytes:
    """The model in the form of the file; ValueError where it could not be read again, with what is wrong."""
    problem = _header_problem(_header(model))
    broken = [problem] if problem else broken_rules(model._arena.arrays, model._counts)
    if broken:
        raise ValueError(f"Model: {'; '.join(broken)}: it cannot be saved")
    return encode(model)


def encode(model: "Model") -> bytes:
    """The model in the form of the file, whatever is in it."""
    from knuckle.model.stored_pictures import stored_pictures
    from knuckle.model.stored_sources import stored_sources

    sources, contents = stored_sources(model._mesh_origins)
    pictures, files = stored_pictures(model._picture_origins)
    header = _header(model) | {"sources": sources, "pictures": pictures}
    text = json.dumps(header, separators=(",", ":")).encode()
    payload = payload_of(model._arena) + contents + files
    checksum = hashlib.sha256(text + payload).digest()
    return HEAD.pack(MAGIC, VERSION, len(text), len(payload), checksum) + text + payload


def _header(model: "Model") -> dict:
    return {
        "byteorder": sys.byteorder,
        "counts": model._counts,
        "fields": field_table(model_fields(), model._counts),
        "model_name": model.model_name,
        "names": model._names,
        "vis": model.vis.as_dict(),
        "warnings": list(model.warnings),
    }


def model_from_bytes(content: bytes) -> "Model":
    """The model from the form of the file."""
    _check_head(content[: HEAD.size], len(content), "bytes")
    return _decode(content, "bytes")


def _check_head(head: bytes, length: int, source: str) -> None:
    """Everything that can be known before the rest is read."""
    if head[: len(MAGIC)] != MAGIC[: len(head)] or not head:
        raise FileFormatError(f"{source}: not a compiled model of Knuckle")
    if len(head) < HEAD.size:
        raise FileFormatError(f"{source}: cut off within its first {HEAD.size} bytes")
    _, version, header, payload, _ = HEAD.unpack(head)
    if version > VERSION:
        raise FileFormatError(
            f"{source}: format version {version} is newer than version {VERSION}, the latest that this release reads; "
            "install the release of Knuckle that wrote the file, or save the model again with this one"
        )
    if version < VERSION:
        raise FileFormatError(f"{source}: format version {version} is no longer read; compile the model again")
    if length != HEAD.size + header + payload:
        raise FileFormatError(f"{source}: {length} bytes long, expected {HEAD.size + header + payload}; it is damaged")


def _decode(content: bytes, source: str) -> "Model":
    from knuckle.model import stored_pictures, stored_sources
    from knuckle.model.model import Model

    _, _, header_length, payload_length, checksum = HEAD.unpack(content[: HEAD.size])
    body = memoryview(content)[HEAD.size :]
    if len(body) != header_length + payload_length or hashlib.sha256(body).digest() != checksum:
        raise FileFormatError(f"{source}: the checksum does not match; the file is damaged")
    try:
        header = json.loads(bytes(body[:header_length]))
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"{source}: unreadable header: {error}") from error
    _check_header(header, source)
    try:
        counts = known_counts(header["counts"])
        sources, pictures = header.get("sources", []), header.get("pictures", [])
        files = payload_length - stored_pictures.needed_bytes(pictures)
        arrays = files - stored_sources.needed_bytes(sources)
        arena = read_fields(header["fields"], counts, body[header_length : header_length + max(arrays, 0)])
    except BadFields as fault:
        raise FileFormatError(f"{source}: {fault}") from None
    broken = broken_rules(arena.arrays, counts)
    if broken:
        raise FileFormatError(f"{source}: {'; '.join(broken)}")
    model = Model._assemble(counts, arena, header["names"], header["vis"], header["model_name"], header["warnings"])
    payload = body[header_length:]
    model._mesh_origins = stored_sources.StoredSources(sources, bytes(payload[arrays:files]))
    model._picture_origins = stored_pictures.StoredPictures(pictures, bytes(payload[files:]))
    return model


def _check_header(header, source: str) -> None:
    """The header has the parts and types of one that we wrote."""
    problem = _header_problem(header)
    if problem:
        raise FileFormatError(f"{source}: bad header: {problem}")


def _header_problem(header) -> str | None:
    types = {"byteorder": str, "counts": dict, "fields": dict, "model_name": str, "names": dict, "vis": dict}
    types |= {"warnings": list}
    if not isinstance(header, dict) or set(header) - {"sources", "pictures"} != set(types):
        return f"expected {', '.join(types)}"
    for name, kind in types.items():
        if not isinstance(header[name], kind):
            return f"{name} is not a {kind.__name__}"
    for name in ("sources", "pictures"):
        if not isinstance(header.get(name, []), list):
            return f"{name} is not a list"
    if header["byteorder"] != sys.byteorder:
        return f"its numbers are {header['byteorder'][:10]}-endian, this machine's are {sys.byteorder}-endian"
    try:
        counts = known_counts(header["counts"])
    except BadFields as fault:
        return str(fault)
    for owner, entry in KINDS.items():
        words = header["names"].get(owner, [])
        if not _all_text(words) or len(words) != counts[entry.size]:
            return f"names of {owner} do not match {entry.size} = {counts[entry.size]}"
    if not _all_text(header["warnings"]):
        return "warnings are not texts"
    if not all(isinstance(group, dict) and all(map(_is_setting, group.values())) for group in header["vis"].values()):
        return "vis is not made of groups of numbers"
    return None


def _all_text(words) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def _is_setting(value) -> bool:
    numbers = value if isinstance(value, list) else [value]
    return all(isinstance(number, float) or (isinstance(number, int) and abs(number) < 2**63) for number in numbers)

"""A compiled model as a file: a fixed head, the texts as JSON, then the buffers of the arena as they are.

    magic (8) · format version, header length, payload length (u64 each) · schema (32) · checksum (32)
    header (JSON) · payload (one buffer per kind)

All numbers are little-endian. The checksum is the SHA-256 of everything behind it. Lengths are compared with the
file before anything is read, and sizes with the payload before anything is allocated.
"""

import hashlib
import json
import os
import stat
import struct
import sys
from functools import cache
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.files import write_whole
from knuckle.memory.arena import Arena, allocate, plan
from knuckle.model.views import KINDS
from knuckle.schema.fields import DTYPES, model_fields, sizes
from knuckle.validate.indices import broken_rules

if TYPE_CHECKING:
    from knuckle.model.model import Model

MAGIC = b"\x89KNUCK\r\n"
VERSION = 1
HEAD = struct.Struct("<8sQQQ32s32s")
COMPILED_SUFFIX = ".knm"
# suffixes that promise another kind of file
MISLEADING = {".xml": "MJCF", ".mjcf": "MJCF", ".urdf": "URDF", ".mjb": "a binary model of MuJoCo", ".usd": "USD"}
MISLEADING |= {".mjz": "an archive of MJCF", ".zip": "an archive"}
LARGEST_SIZE = 2**27  # of a single size: one array of a world stays below a gigabyte or so


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
    text = json.dumps(_header(model), separators=(",", ":")).encode()
    payload = b"".join(buffer.tobytes() for buffer in model._arena.buffers.values())
    checksum = hashlib.sha256(text + payload).digest()
    return HEAD.pack(MAGIC, VERSION, len(text), len(payload), schema_hash(), checksum) + text + payload


def _header(model: "Model") -> dict:
    return {
        "counts": model._counts,
        "model_name": model.model_name,
        "names": model._names,
        "vis": model.vis.as_dict(),
        "warnings": list(model.warnings),
    }


def model_from_bytes(content: bytes) -> "Model":
    """The model from the form of the file."""
    _check_head(content[: HEAD.size], len(content), "bytes")
    return _decode(content, "bytes")


@cache
def schema_hash() -> bytes:
    """A hash of the sizes and fields, their kinds and shapes, and the byte order: equal where layouts are equal."""
    fields = [(field.name, field.kind, field.shape) for field in model_fields()]
    text = json.dumps([list(sizes()), fields, {kind: str(dtype) for kind, dtype in DTYPES.items()}, sys.byteorder])
    return hashlib.sha256(text.encode()).digest()


def _check_head(head: bytes, length: int, source: str) -> None:
    """Everything that can be known before the rest is read."""
    if head[: len(MAGIC)] != MAGIC[: len(head)] or not head:
        raise FileFormatError(f"{source}: not a compiled model of Knuckle")
    if len(head) < HEAD.size:
        raise FileFormatError(f"{source}: cut off within its first {HEAD.size} bytes")
    _, version, header, payload, schema, _ = HEAD.unpack(head)
    if version != VERSION:
        raise FileFormatError(f"{source}: format version {version}, expected {VERSION}; save the model again")
    if length != HEAD.size + header + payload:
        raise FileFormatError(f"{source}: {length} bytes long, expected {HEAD.size + header + payload}; it is damaged")
    if schema != schema_hash():
        raise FileFormatError(f"{source}: written by a release with other fields; compile the model again")


def _decode(content: bytes, source: str) -> "Model":
    from knuckle.model.model import Model

    _, _, header_length, payload_length, _, checksum = HEAD.unpack(content[: HEAD.size])
    body = memoryview(content)[HEAD.size :]
    if len(body) != header_length + payload_length or hashlib.sha256(body).digest() != checksum:
        raise FileFormatError(f"{source}: the checksum does not match; the file is damaged")
    try:
        header = json.loads(bytes(body[:header_length]))
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"{source}: unreadable header: {error}") from error
    _check_header(header, source)
    arena = _fill(header["counts"], body[header_length:], source)
    broken = broken_rules(arena.arrays, header["counts"])
    if broken:
        raise FileFormatError(f"{source}: {'; '.join(broken)}")
    return Model._assemble(
        header["counts"], arena, header["names"], header["vis"], header["model_name"], header["warnings"]
    )


def _fill(counts: dict[str, int], payload: memoryview, source: str) -> Arena:
    """An arena with the payload; sizes and payload are compared before memory is taken."""
    layout = plan(model_fields(), counts)
    if sum(layout.nbytes.values()) != len(payload):
        raise FileFormatError(f"{source}: {len(payload)} bytes of arrays, its sizes need {sum(layout.nbytes.values())}")
    arena, start = allocate(layout), 0
    for buffer in arena.buffers.values():
        buffer[:] = np.frombuffer(payload, np.uint8, len(buffer), start)
        start += len(buffer)
    return arena


def _check_header(header, source: str) -> None:
    """The header has the parts and types of one that we wrote."""
    problem = _header_problem(header)
    if problem:
        raise FileFormatError(f"{source}: bad header: {problem}")


def _header_problem(header) -> str | None:
    types = {"counts": dict, "model_name": str, "names": dict, "vis": dict, "warnings": list}
    if not isinstance(header, dict) or set(header) != set(types):
        return f"expected {', '.join(types)}"
    for name, kind in types.items():
        if not isinstance(header[name], kind):
            return f"{name} is not a {kind.__name__}"
    counts = header["counts"]
    if list(counts) != list(sizes()):
        return "counts do not name the sizes of a model"
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count <= LARGEST_SIZE:
            return f"{name} is {count!r}, expected an integer from 0 to {LARGEST_SIZE}"
    for owner, entry in KINDS.items():
        words = header["names"].get(owner)
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

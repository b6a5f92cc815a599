"""Accidents of files: bytes that were flipped, lost, doubled, or came from elsewhere.

`damage()` is a list of accidents, each a few numbers; `damaged(content, accidents)` is what they leave of a file. The
files are those of a small set of models, packed with everything that they name.
"""

import hashlib
import io
import re
import zipfile
from functools import cache
from typing import Any

import numpy as np
from fuzz.recipes import ASSETS
from hypothesis import strategies as st
from support.corpus import archive_folder
from support.urdf_text import RandomRobot

import knuckle as kn
from knuckle import models
from knuckle.assets.packing import pack
from knuckle.model.file_format import HEAD, MAGIC, VERSION, model_to_bytes
from knuckle.parse import load_file

LARGEST = 150_000  # bytes of a file that is damaged
LARGEST_MODEL = 1_000_000  # packed
MOST_MODELS = 40  # of the corpus
INTERESTING = (
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\x7f",
    b"<",
    b'"',
    b"&",
)
NUMBERS = (
    b"nan",
    b"-1",
    b"0",
    b"1e300",
    b"1e400",
    b"inf",
    b"99999999999",
    b"2147483648",
    b"",
    b"1e-320",
    b"4294967295",
)
NUMBER = re.compile(rb"-?\.?[0-9][0-9.eE+-]*")
TETRAHEDRON_MODEL = (
    '<mujoco><asset><mesh name="m" file="{}"/></asset><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 1">'
    '<freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
)
PICTURE_MODEL = (
    '<mujoco><asset><texture name="t" type="2d" file="{0}"/><hfield name="h" file="{0}" size="1 1 1 1"/></asset>'
    '<worldbody><geom type="hfield" hfield="h"/><body pos="0 0 2"><freejoint/><geom size=".2"/></body></worldbody>'
    "</mujoco>"
)

Accident = tuple[int, float, float, int]  # what happens, where, how far, and with what


def damage() -> st.SearchStrategy[list[Accident]]:
    """One to four accidents."""
    place = st.floats(0, 1, exclude_max=True)
    return st.lists(st.tuples(st.integers(0, 7), place, place, st.integers(0, 255)), min_size=1, max_size=4)


def damaged(content: bytes, accidents: list[Accident]) -> bytes:
    """What is left of a file."""
    for kind, where, far, what in accidents:
        start = int(where * max(len(content), 1))
        end = min(len(content), start + int(far * far * far * 400) + 1)
        content = (flip, cut, double, overwrite, insert, truncate, renumber, exchange)[kind](content, start, end, what)
    return content


def flip(content: bytes, start: int, end: int, what: int) -> bytes:
    return content[:start] + bytes(byte ^ (1 << what % 8) for byte in content[start : start + 1]) + content[start + 1 :]


def cut(content: bytes, start: int, end: int, what: int) -> bytes:
    return content[:start] + content[end:]


def double(content: bytes, start: int, end: int, what: int) -> bytes:
    return content[:end] + content[start:end] * (1 + what % 3) + content[end:]


def overwrite(content: bytes, start: int, end: int, what: int) -> bytes:
    new = INTERESTING[what % len(INTERESTING)]
    return content[:start] + new + content[start + len(new) :]


def insert(content: bytes, start: int, end: int, what: int) -> bytes:
    return content[:start] + INTERESTING[what % len(INTERESTING)] + content[start:]


def truncate(content: bytes, start: int, end: int, what: int) -> bytes:
    return content[:start]


def renumber(content: bytes, start: int, end: int, what: int) -> bytes:
    """Another number in the place of the next one."""
    match = NUMBER.search(content, start)
    return content[: match.start()] + NUMBERS[what % len(NUMBERS)] + content[match.end() :] if match else content


def exchange(content: bytes, start: int, end: int, what: int) -> bytes:
    """Two parts of equal length in each other's places."""
    other = (start * 7919 + what) % max(len(content), 1)
    first, second = sorted((start, other))
    length = min(end - start, second - first, len(content) - second)
    a, b = content[first : first + length], content[second : second + length]
    return content[:first] + b + content[first + length : second] + a + content[second + length :]


@cache
def packed_models(with_corpus: bool) -> dict[str, dict[str, bytes]]:
    """The files of some models, each with its text as `model.xml`; the corpus is not there everywhere."""
    paths = [models.path(name) for name in models.names()]
    folder = archive_folder() if with_corpus else None
    if folder is not None:
        small = [path for path in sorted(folder.rglob("scene*.xml")) if path.stat().st_size < LARGEST]
        paths += small[:: max(1, len(small) // MOST_MODELS)]
    found = {}
    for path in paths:
        try:
            archive = pack(path, load_file(path))
        except kn.KnuckleError:
            continue
        if len(archive) > LARGEST_MODEL:
            continue
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            found[f"{path.parent.name}/{path.name}"] = {name: opened.read(name) for name in opened.namelist()}
    for name in ("m.obj", "m.stl", "m.msh"):
        found[name] = {"model.xml": TETRAHEDRON_MODEL.format(name).encode(), name: ASSETS[name]}
    for name in ("t.png", "h.png"):
        found[name] = {"model.xml": PICTURE_MODEL.format(name).encode(), name: ASSETS[name]}
    for i in range(4):
        found[f"robot{i}"] = {
            "model.xml": RandomRobot(i).text().encode(),
            "m.obj": ASSETS["m.obj"],
            "n.obj": ASSETS["m.obj"],
        }
    return found


@cache
def compiled_models() -> dict[str, bytes]:
    """Small compiled models."""
    texts = [models.path(name).read_text() for name in ("pendulum", "cart_pole", "quadruped")]
    texts += [TETRAHEDRON_MODEL.format("m.obj"), PICTURE_MODEL.format("t.png")]
    return {f"{i}.knm": model_to_bytes(kn.load(text, assets=ASSETS)) for i, text in enumerate(texts)}


@st.composite
def damaged_models(draw: Any, with_corpus: bool) -> dict[str, bytes]:
    """The files of a model, of which one is damaged."""
    found = packed_models(with_corpus)
    files = dict(found[draw(st.sampled_from(sorted(found)))])
    small = sorted(name for name, content in files.items() if len(content) < LARGEST)
    others = [name for name in small if name != "model.xml"]
    name = draw(st.sampled_from(others)) if others and draw(st.booleans()) else "model.xml"
    files[name] = damaged(files[name], draw(damage()))
    return files


@st.composite
def damaged_archives(draw: Any, with_corpus: bool) -> bytes:
    """An archive with accidents of its own bytes."""
    found = packed_models(with_corpus)
    names = [name for name, files in found.items() if sum(map(len, files.values())) < LARGEST]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED if draw(st.booleans()) else zipfile.ZIP_STORED) as archive:
        for name, content in found[draw(st.sampled_from(sorted(names)))].items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return damaged(buffer.getvalue(), draw(damage()))


@st.composite
def damaged_compiled(draw: Any) -> bytes:
    """A compiled model: as it is, or with accidents under a right checksum and right lengths."""
    content = compiled_models()[draw(st.sampled_from(sorted(compiled_models())))]
    accidents = draw(damage())
    if draw(st.integers(0, 4)) == 0:
        return damaged(content, accidents)
    length = HEAD.unpack(content[: HEAD.size])[2]
    header, payload = content[HEAD.size : HEAD.size + length], content[HEAD.size + length :]
    if draw(st.booleans()):
        header = damaged(header, accidents)
    else:
        payload = renumbered(payload, accidents)
    checksum = hashlib.sha256(header + payload).digest()
    return HEAD.pack(MAGIC, VERSION, len(header), len(payload), checksum) + header + payload


def renumbered(payload: bytes, accidents: list[Accident]) -> bytes:
    """Arrays in which some numbers are others; they stay as long as they are."""
    data = bytearray(payload)
    for kind, where, _, what in accidents:
        start = int(where * len(data) / 8) * 8 + 4 * (what % 2)
        integer, real = (
            np.int32([-1, 0, 1, 2, 7, 1000, 2**31 - 1, -(2**31)][what % 8]),
            [0.0, -1.0, 1e300, np.nan][what % 4],
        )
        new = integer.tobytes() if kind < 4 else np.float64(real).tobytes()
        data[start : start + len(new)] = new[: max(0, len(data) - start)]
    return bytes(data)

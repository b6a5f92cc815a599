"""Where a model comes from: a file that is read again when it changes, or a folder of them."""

import hashlib
import threading
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from knuckle import models
from knuckle.data.carrying import Keys, carry
from knuckle.data.data import Data
from knuckle.errors import KnuckleError, ModelError
from knuckle.functions.calls import machine
from knuckle.model.file_format import model_to_bytes
from knuckle.model.loading import load
from knuckle.model.model import Model

if TYPE_CHECKING:
    from knuckle.studio.simulation import Simulation
    from knuckle.studio.studio import Studio

MODEL_SUFFIXES = {".xml", ".urdf", ".mjz", ".knm"}
WATCHED_SUFFIXES = MODEL_SUFFIXES | {".stl", ".obj", ".msh", ".png", ".dae", ".ply", ".glb", ".gltf", ".3mf", ".bin"}
WATCH_SECONDS = 0.4
MOST_WATCHED = 2000  # files


class Source:
    """A file, and the others that can be opened in its place."""

    def __init__(self, file: Path, choices: dict[str, Path]):
        self.file, self.choices = file, choices
        self._seen = stamps(file)
        self._digest = b""  # of the model that was read last

    def open(self) -> Model:
        """The model as the file is now; remembers what was read."""
        self._seen = stamps(self.file)
        m = load(self.file)
        self._digest = hashlib.sha256(model_to_bytes(m)).digest()
        return m

    def changed(self) -> bool:
        return stamps(self.file) != self._seen

    def read(self, studio: "Studio", file: Path | None = None) -> None:
        """Read the file again, or another, beside the simulation; faults are shown, and the old model stays."""
        if file is not None:
            self.file = file
        studio.sim.note = f"Reading {self.file.name} …"
        threading.Thread(target=self._read, args=(studio,), name="knuckle reload", daemon=True).start()

    def _read(self, studio: "Studio", only_if_new: bool = False) -> None:
        before, faults = self._digest, studio.faults
        try:
            m = self.open()
            d = Data(m)
        except (KnuckleError, OSError, ValueError) as error:
            studio.faults = error.describe("") if isinstance(error, ModelError) else str(error)
            studio.sim.note = "The file has faults, so the model stays as it was: see the tab Faults."
            studio.sim.changed = True
            return
        studio.faults = ""
        if only_if_new and self._digest == before and not faults:
            return  # a file beside it changed, of which the model is not made
        studio.sim.post(lambda: self._hand_over(studio, m, d))

    def _hand_over(self, studio: "Studio", m: Model, d: Data) -> None:
        go_on(studio.sim, m, d)
        machine().forward(m, d)
        studio.replace(m, d)
        studio.sim.note = ""

    def watch(self, studio: "Studio") -> None:
        """Read the file again whenever it or a file beside it changes, until the studio closes."""

        def look() -> None:
            while not studio.sim.closed.wait(WATCH_SECONDS):
                if self.changed():
                    self._seen = stamps(self.file)
                    self._read(studio, only_if_new=True)

        threading.Thread(target=look, name="knuckle watch", daemon=True).start()


def find_source(name: str | None) -> Source:
    """The source that a word of the command line means: a file, a folder, a model of the package, or the humanoid."""
    package = {word: models.path(word) for word in models.names()}
    if name is None or name in package:
        return Source(package[name or "humanoid"], package)
    path = Path(name)
    if path.is_dir():
        found = {str(file.relative_to(path)): file for file in sorted(_files(path)) if file.suffix in MODEL_SUFFIXES}
        if not found:
            raise ModelError(
                f"{name}: no model in this folder; expected files ending in {', '.join(sorted(MODEL_SUFFIXES))}"
            )
        return Source(next(iter(found.values())), found)
    if not path.exists():
        known = ", ".join(package)
        raise ModelError(
            f"{name}: no such file or folder, and no model of the package has this name; those are: {known}"
        )
    return Source(path, {path.name: path})


def stamps(file: Path) -> dict[str, tuple[int, int]]:
    """Time and size of a file and of those beside and below it that a model may be made of."""
    result = {}
    for each in (file, *_files(file.parent)):
        if each.suffix.lower() in WATCHED_SUFFIXES or each == file:
            try:
                stat = each.stat()
            except OSError:
                continue
            result[str(each)] = (stat.st_mtime_ns, stat.st_size)
    return result


def _files(folder: Path) -> Iterator[Path]:
    """Files below a folder, not too many."""
    for number, file in enumerate(folder.rglob("*")):
        if number >= MOST_WATCHED:
            return
        if file.is_file():
            yield file


def go_on(sim: "Simulation", m: Model, d: Data) -> None:
    """Carry the state of a simulation to a Data of the model as it was read now, where both have the same joints."""
    sim.take(None)  # the force of the mouse ends with the model that it is held on
    if _joints(sim.m) == _joints(m):
        carry(sim.d, _known_by(sim.m), d, _known_by(m))


def _joints(m: Model) -> list[tuple[str, int]]:
    """Name and type of each; the nameless are those of their bodies."""
    bodies = m.names("body")
    bodies_of_joints = (bodies[body] for body in m.jnt_bodyid)
    names = [name or body for name, body in zip(m.names("joint"), bodies_of_joints, strict=True)]
    return list(zip(names, map(int, m.jnt_type), strict=True))


def _known_by(m: Model) -> Keys:
    """Elements go by their names, or else by their numbers.

    What says in the file where it is, or whether it is on, is another element where that was changed.
    """
    kinds = ("body", "joint", "tendon", "actuator", "sensor", "equality")
    known: dict[str, list[Hashable]] = {kind: [name or i for i, name in enumerate(m.names(kind))] for kind in kinds}
    poses = (tuple(row) for row in np.hstack([m.body_pos, m.body_quat]))
    known["mocap"] = list(zip(known["body"], poses, strict=True))
    known["equality"] = list(zip(known["equality"], map(bool, m.eq_active0), strict=True))
    return known

"""`knuckle convert`: write a model in another format, which the name of the new file chooses."""

import json as json_format
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro
from rich.console import Console

from knuckle import models
from knuckle.assets.mjz import is_archive
from knuckle.cli.arguments import ArgumentError, Features, feature_names
from knuckle.errors import ModelWarning, nearest
from knuckle.files import write_whole
from knuckle.model.file_format import COMPILED_SUFFIX
from knuckle.model.loading import load
from knuckle.model.warnings import warn_user

MOST_SHOWN = 20  # losses in a message


@dataclass(frozen=True)
class Request:
    """What to convert into what."""

    source: Path
    target: Path
    omit: tuple[str, ...]
    transmissions: bool
    lossy: bool


def main(
    source: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="SOURCE")],
    target: Annotated[str, tyro.conf.Positional, tyro.conf.arg(metavar="TARGET")],
    /,
    omit: Features = (),
    transmissions: bool = False,
    lossy: bool = False,
    json: bool = False,
) -> None:
    """Write a model in another format, which the ending of the new file chooses.

    Args:
        source: A model: MJCF (.xml), URDF (.urdf), an archive (.mjz), a compiled model (.knm), or the name of a model
            of the package.
        target: The new file: MJCF (.xml), a compiled model (.knm), an archive of a model and its assets (.mjz), or URDF
            (.urdf).
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        transmissions: Whether transmissions of a URDF become motors.
        lossy: Whether to leave out what URDF cannot say, instead of refusing the model.
        json: Print what was written, and the remarks, as JSON.
    """
    source = str(models.path(source)) if source in models.names() else source
    request = Request(Path(source), Path(target), feature_names(omit), transmissions, lossy)
    suffix = request.target.suffix.lower()
    if suffix not in WRITERS:
        known = ", ".join(WRITERS)
        raise ArgumentError(
            f"cannot write {target!r}: unknown format, expected one of {known}{nearest(suffix, WRITERS)}"
        )
    if os.path.exists(target) and os.path.exists(source) and os.path.samefile(source, target):
        raise ArgumentError(f"cannot write {target!r}: it is the model that is read")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ModelWarning)
        WRITERS[suffix](request)
    if json:
        remarks = [str(warning.message) for warning in caught]
        found = {"file": target, "bytes": os.path.getsize(target), "notes": remarks}
        print(json_format.dumps(found, ensure_ascii=False))
        return
    console = Console()
    for warning in caught:
        console.print(f"  {warning.message}", style="yellow", highlight=False, markup=False)
    console.print(f"wrote {target} ({os.path.getsize(target):,} bytes)", highlight=False, markup=False)


def _compiled(request: Request) -> None:
    load(request.source, omit=request.omit, transmissions=request.transmissions).save(request.target)


def _archive(request: Request) -> None:
    """The text of a model as it is, with all files that it names; of a compiled model that of its arrays."""
    from knuckle.assets.packing import MAIN, pack, zipped
    from knuckle.parse import load_file

    if _is_packed(request.source):
        files: dict[str, bytes] = {}
        text = load(request.source, omit=request.omit).to_xml(files)
        write_whole(request.target, zipped({MAIN: text.encode(), **files}))
    else:
        write_whole(request.target, pack(request.source, load_file(request.source, omit=request.omit)))


def _is_packed(source: Path) -> bool:
    """Whether a model has no text of its own on disk: it is compiled, or in an archive."""
    return is_archive(source) or source.suffix.lower() == COMPILED_SUFFIX


def _urdf(request: Request) -> None:
    """A text, and files of meshes in a folder beside it; what URDF cannot say is refused, or told."""
    from knuckle.write.urdf import urdf_text
    from knuckle.write.urdf_losses import bodies_of_many_joints, losses

    m = load(request.source, omit=request.omit, transmissions=request.transmissions)
    lost = losses(m)
    if lost and not request.lossy:
        shown = "\n".join(f"  {loss}" for loss in lost[:MOST_SHOWN]) + "\n  …" * (len(lost) > MOST_SHOWN)
        raise ArgumentError(f"URDF cannot say all of the model; --lossy leaves out what it cannot:\n{shown}")
    impossible = bodies_of_many_joints(m)
    if impossible:
        raise ArgumentError(f"cannot write {str(request.target)!r}: {'; '.join(impossible[:MOST_SHOWN])}")
    folder = f"{request.target.stem}_meshes/"
    text, files = urdf_text(m, folder)
    for name, content in files.items():
        path = request.target.parent / name
        path.parent.mkdir(exist_ok=True)
        write_whole(path, content)
    write_whole(request.target, text.encode())
    for loss in lost:
        warnings.warn(f"left out: {loss}", ModelWarning, stacklevel=2)


def _mjcf(request: Request) -> None:
    """A text, which names files from where it lies; of a compiled model that of its arrays."""
    from knuckle.parse import load_file
    from knuckle.write import save_spec_xml

    if _is_packed(request.source):
        load(request.source, omit=request.omit).save_xml(request.target)
    else:
        spec = load_file(request.source, omit=request.omit, transmissions=request.transmissions)
        save_spec_xml(spec, request.target)
        warn_user(spec.warnings)


WRITERS: dict[str, Callable[[Request], None]] = {
    COMPILED_SUFFIX: _compiled,
    ".mjz": _archive,
    ".urdf": _urdf,
    ".xml": _mjcf,
}

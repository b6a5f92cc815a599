"""Zip archives from anywhere: what they hold, bounded in number and size, with names that stay inside."""

import io
import posixpath
import zipfile
import zlib

from knuckle.parse.include import MAX_BYTES

MOST_FILES = 10_000
MOST_BYTES = 2 * MAX_BYTES  # of all files together, inflated
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BadArchive(Exception):
    """An archive that cannot be read, with the reason."""


def open_archive(content: bytes, name: str) -> dict[str, bytes]:
    """The files of an archive by name; raises BadArchive where it is damaged, too large, or names files outside."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            files = [info for info in archive.infolist() if not info.filename.endswith("/")]
            if len(files) > MOST_FILES:
                raise BadArchive(f"{name} holds {len(files)} files, expected at most {MOST_FILES}")
            found: dict[str, bytes] = {}
            room = MOST_BYTES
            for info in files:
                path = _path_inside(info.filename, name)
                if path in found:
                    raise BadArchive(f"{name} holds {path!r} twice")
                found[path] = _read(archive, info, room, name)
                room -= len(found[path])
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise BadArchive(f"{name} is no readable zip archive: {error}") from None


def _path_inside(path: str, name: str) -> str:
    """The path of a file in normal form; one that leads out of the archive is refused."""
    plain = posixpath.normpath(path.replace("\\", "/"))
    if plain.startswith(("/", "../")) or plain in ("", ".", "..") or ":" in plain.split("/")[0] or "\0" in plain:
        raise BadArchive(f"{name} holds a file outside of it: {path[:100]!r}")
    return plain


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int, name: str) -> bytes:
    """The content of a file; what it says about its size is not relied on."""
    if info.compress_type not in PLAIN:
        raise BadArchive(f"{name}: file {info.filename[:100]!r} is packed by a method other than deflate")
    if info.flag_bits & 1:
        raise BadArchive(f"{name}: file {info.filename[:100]!r} is encrypted")
    if info.file_size <= room:
        with archive.open(info) as file:
            content = file.read(room + 1)
        if len(content) <= room:
            return content
    raise BadArchive(f"{name} holds more than {MOST_BYTES >> 20} MiB")

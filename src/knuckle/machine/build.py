"""The build process: `python -m knuckle.machine.build TARGET OUT` compiles one machine into one object file.

It prints one line per piece of work, `done total name`, for the progress bar of the process that waits for it.
"""

import sys
from pathlib import Path

from knuckle.machine import targets


def main(name: str, out: str) -> None:
    from knuckle.entries import entries
    from knuckle.machine.emit import emit_object

    target = targets.by_name(name)
    chosen = [entry for entry in entries() if not (target.is_group and entry.is_query)]
    total, done = len(chosen) + 1, 0

    def progress(what: str) -> None:
        nonlocal done
        print(done, total, what, flush=True)
        done += 1

    Path(out).write_bytes(emit_object(target, chosen, progress))


if __name__ == "__main__":
    main(*sys.argv[1:])

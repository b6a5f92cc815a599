"""What was raised on a worker: how it travels, and how it is raised here."""

import traceback
from dataclasses import dataclass

from ray import cloudpickle

from knuckle.errors import KnuckleError

NOT_HERE = (StopIteration, StopAsyncIteration)  # what a generator, as a stream is one, cannot raise


class WorkerTraceback(Exception):
    """The traceback of a worker as text: the cause of the error that is raised here."""

    def __str__(self) -> str:
        return f"on a worker:\n\n{self.args[0]}"


@dataclass(frozen=True)
class Failed:
    """An error in words, and as it was where it can be pickled: in this form it always travels."""

    line: str
    text: str
    pickled: bytes | None

    def error(self, where: str) -> Exception:
        """The error to raise here, the same as on the worker where that is possible; `where` names the worlds."""
        return self._same(where) or KnuckleError(f"{where}: a worker raised {self.line}")

    def cause(self) -> WorkerTraceback:
        """What to raise the error from, so that it is seen where in the function it came up."""
        return WorkerTraceback(self.text)

    def _same(self, where: str) -> Exception | None:
        try:
            error = cloudpickle.loads(self.pickled) if self.pickled else None
            if not isinstance(error, Exception) or isinstance(error, NOT_HERE):
                return None
            error.add_note(f"raised on a worker, {where}")
        except Exception:  # whatever its class does where it is made anew
            return None
        return error


def failed(error: BaseException) -> Failed:
    """An error of this process, made ready to travel."""
    line = traceback.format_exception_only(error)[-1].strip()
    text = "".join(traceback.format_exception(error))
    try:
        return Failed(line, text, cloudpickle.dumps(error))
    except Exception:  # it holds something that cannot be pickled
        return Failed(line, text, None)


def is_end_of_process(error: BaseException) -> bool:
    """Whether Ray ends this process with an error, on a signal; `sys.exit` in a function raises the same kind."""
    return isinstance(error, SystemExit) and hasattr(error, "ray_terminate_msg")

"""`knuckle VERB …`: finds the verb and hands over to its file; nothing heavy is imported before that."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

VERBS = {
    "run": "simulate a model, then say how fast it went and where the time went",
    "studio": "see a model move in the browser, and touch it",
    "replay": "simulate a model and write it as one HTML file that any browser plays",
    "render": "draw a model: a picture, or a film of its motion",
    "bench": "time every stage of a model on every machine",
    "info": "show what a model is made of",
    "convert": "write a model in another format",
    "check": "look for what is doubtful about a model, and say why it matters and what to do",
    "compare": "find the stage and field from which on a model goes another way than in MuJoCo",
    "lab": "compare formulations of contact in experiments with closed forms",
    "warmup": "compile the kernels now, so that later runs start at once",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 good, 1 a problem while running, 2 a bad command or model."""
    code = 0
    try:
        try:
            code = _main(list(sys.argv[1:] if argv is None else argv))
            return code
        finally:
            print(end="", flush=True)  # now, while it can still be told that it failed
    except BrokenPipeError:  # whatever read the output has ended, as `head` does
        _write_nowhere()
        return 1
    except OSError as error:
        _write_nowhere()
        return code or _fail(str(error), 1)


def _main(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(_help())
        return 0
    if words[0] == "--version":
        from knuckle import __version__

        print(f"knuckle {__version__}")
        return 0
    if words[0] not in VERBS:
        from knuckle.errors import nearest

        return _fail(f"unknown command {words[0]!r}{nearest(words[0], VERBS)}\n\n{_help()}")
    return _run_verb(words[0], words[1:])


def _run_verb(verb: str, words: list[str]) -> int:
    import inspect

    import tyro

    from knuckle.cli.arguments import ArgumentError, one_name_for_each_omit
    from knuckle.cli.examples import description
    from knuckle.errors import KnuckleError, ModelError
    from knuckle.model.file_format import FileFormatError

    function = import_module(f"knuckle.cli.{verb}").main
    try:
        code = tyro.cli(
            function,
            prog=f"knuckle {verb}",
            description=description(verb, inspect.getdoc(function) or ""),
            args=one_name_for_each_omit(words),
            config=(tyro.conf.FlagCreatePairsOff,),
        )
    except ModelError as error:
        return _fail(error.describe(" ".join(f"--omit {feature}" for feature in error.features)))
    except (ArgumentError, FileFormatError) as error:
        return _fail(str(error))
    except BrokenPipeError:
        raise
    except (KnuckleError, OSError) as error:
        return _fail(str(error), 1)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)
    return code or 0


def _write_nowhere() -> None:
    """Let what is still to be written vanish: Python would try again at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int = 2) -> int:
    print(f"knuckle: {message}", file=sys.stderr)
    return code


def _help() -> str:
    width = max(map(len, VERBS))
    lines = [f"  {verb:<{width}}  {what}" for verb, what in VERBS.items()]
    return "\n".join(
        [
            "usage: knuckle VERB [options]",
            "",
            "A physics engine for multi-joint dynamics.",
            "",
            *lines,
            "",
            "`knuckle VERB --help` explains a verb, with examples and all its options.",
            "A MODEL is a file (MJCF, URDF, a compiled .knm) or the name of a model of the package, such as humanoid.",
            "The exit status is 0 where all went well, 1 for a problem while running, or where check or compare find",
            "one, 2 for a command or a model that makes no sense.",
        ]
    )

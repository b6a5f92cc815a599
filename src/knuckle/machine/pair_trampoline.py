"""LLVM text of the trampoline that takes a Model and its Data as they are: a builtin that finds their tables itself.

Where the second is no Data, or one of another model, it answers CONVERT, and the caller goes the long way
(functions/calls.py), which knows all errors. It is for one evaluation. Short ones do not give way to other threads:
letting one run and waiting for one's turn takes as long as they do.
"""

from knuckle.machine.array_object import DATA, TYPE
from knuckle.machine.entry import BUSY
from knuckle.machine.layout import model_layout
from knuckle.machine.query import CONVERT
from knuckle.machine.query_trampoline import Text
from knuckle.machine.world_object import DATA_TYPE, MODEL, TABLE

SHORT = 24  # dofs and geoms of a model whose evaluations take a few microseconds


def pair_trampoline_text(name: str, pair: str) -> dict[str, str]:
    """The trampoline to an entry, by its exported name: (model, data)."""
    text = Text()
    text.require(text.value("icmp eq i64 %count, 2"))
    m, d = text.load("ptr", "%args"), text.load("ptr", "%args", 8)
    data_type = text.load("ptr", f'@"{DATA_TYPE}"')
    text.require(text.value(f"icmp eq ptr {text.load('ptr', d, TYPE)}, {data_type}"))
    text.require(text.value(f"icmp eq ptr {text.load('ptr', d, MODEL)}, {m}"))
    model, data = (text.load("ptr", text.load("ptr", owner, TABLE), DATA) for owner in (m, d))
    dofs, geoms = (text.load("i64", model, 8 * model_layout().slot(size)) for size in ("nv", "ngeom"))
    short = text.value(f"icmp ule i64 {text.value(f'add i64 {dofs}, {geoms}')}, {SHORT}")
    body = "\n".join(text.lines)
    return {
        f"{pair}.python": f"""
@"{DATA_TYPE}" = external global ptr
declare i64 @"{name}"(i64, i64, i64)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)

define ptr @"{pair}.python"(ptr %self, ptr %args, i64 %count) {{
{body}
  %model = ptrtoint ptr {model} to i64
  %data = ptrtoint ptr {data} to i64
  %taken = atomicrmw xchg ptr {data}, i64 0 acquire
  %free = icmp ne i64 %taken, 0
  br i1 %free, label %enter, label %end
enter:
  br i1 {short}, label %stay, label %leave
stay:
  %quick = call i64 @"{name}"(i64 %model, i64 %data, i64 1)
  br label %put_back
leave:
  %thread = call ptr @PyEval_SaveThread()
  %slow = call i64 @"{name}"(i64 %model, i64 %data, i64 1)
  call void @PyEval_RestoreThread(ptr %thread)
  br label %put_back
put_back:
  %computed = phi i64 [ %quick, %stay ], [ %slow, %leave ]
  store atomic i64 1, ptr {data} release, align 8
  br label %end
convert:
  br label %end
end:
  %code = phi i64 [ %computed, %put_back ], [ {BUSY}, %{_last_label(text)} ], [ {CONVERT}, %convert ]
  %answer = call ptr @PyLong_FromLongLong(i64 %code)
  ret ptr %answer
}}
"""
    }


def _last_label(text: Text) -> str:
    """The block that the text ends in."""
    return next(line[:-1] for line in reversed(text.lines) if line.endswith(":"))

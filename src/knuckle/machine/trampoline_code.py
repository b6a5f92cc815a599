"""LLVM text of the trampolines to compiled functions, around Numba's calling convention."""

from knuckle.machine.entry import BUSY, VIOLATED


def stage_trampoline(name: str, extra: int, checks: bool = False, in_lane: bool = False) -> dict[str, str]:
    """A stage as a C function of two views and `extra` integers; the view of one lane has its number beside it.

    Numba's own convention returns result and exception by pointer and a code, which is 0 unless a check failed; only
    where there are checks is it passed on.
    """
    return _without_result(name, [*(["ptr", "i64"] if in_lane else ["ptr"]) * 2, *["i64"] * extra], checks)


def copy_trampoline(name: str, arity: int) -> dict[str, str]:
    """A C function of so many integers."""
    return _without_result(name, ["i64"] * arity, checks=False)


def _without_result(name: str, kinds: list[str], checks: bool) -> dict[str, str]:
    answer, end = ("i32", "ret i32 %code") if checks else ("void", "ret void")
    parameters = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(kinds))
    return {
        name: f"""
declare i32 @"{name}.body"({", ".join(["ptr", "ptr", *kinds])})

define {answer} @"{name}"({parameters}) {{
  %result = alloca ptr
  %error = alloca ptr
  %code = call i32 @"{name}.body"(ptr %result, ptr %error, {parameters})
  {end}
}}
"""
    }


def entry_trampolines(name: str, arity: int, one_at_a_time: bool) -> dict[str, str]:
    """Two trampolines to an entry: `name` for C callers, `name.python` for the interpreter (see machine/trampoline.py).

    Where it is `one_at_a_time` the interpreter's trampoline lets one thread at a time in to the Data whose table is the
    second argument, and answers BUSY to others: they would find numbers of a step half done, and lead out of memory.
    """
    return {name: _c_trampoline(name, arity), f"{name}.python": _python_trampoline(name, arity, one_at_a_time)}


# the first word of a Data's table is 1 while nobody has it: who enters takes it, and puts it back
TAKE = f"""
  %table = inttoptr i64 %v1 to ptr
  %taken = atomicrmw xchg ptr %table, i64 0 acquire
  %free = icmp ne i64 %taken, 0
  br i1 %free, label %enter, label %busy
busy:
  %refusal = call ptr @PyLong_FromLongLong(i64 {BUSY})
  ret ptr %refusal
enter:"""
PUT_BACK = "  store atomic i64 1, ptr %table release, align 8"


def _c_trampoline(name: str, arity: int) -> str:
    parameters = ", ".join(f"i64 %a{k}" for k in range(arity))
    return f"""
declare i32 @"{name}.body"(ptr, ptr, {", ".join(["i64"] * arity)})

define i64 @"{name}"({parameters}) {{
  %result = alloca i64
  %error = alloca ptr
  store i64 0, ptr %result
  %code = call i32 @"{name}.body"(ptr %result, ptr %error, {parameters})
  %good = icmp eq i32 %code, 0
  %computed = load i64, ptr %result
  %value = select i1 %good, i64 %computed, i64 {VIOLATED}
  ret i64 %value
}}
"""


def _python_trampoline(name: str, arity: int, one_at_a_time: bool) -> str:
    values = ", ".join(f"i64 %v{k}" for k in range(arity))
    reads = "\n".join(
        f"  %p{k} = getelementptr ptr, ptr %args, i64 {k}\n"
        f"  %o{k} = load ptr, ptr %p{k}\n"
        f"  %v{k} = call i64 @PyLong_AsLongLong(ptr %o{k})"
        for k in range(arity)
    )
    take, put_back = (TAKE, PUT_BACK) if one_at_a_time else ("", "")
    return f"""
declare i64 @"{name}"({", ".join(["i64"] * arity)})
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @PyErr_Occurred()
declare i32 @PyErr_BadArgument()

define ptr @"{name}.python"(ptr %self, ptr %args, i64 %count) {{
  %enough = icmp eq i64 %count, {arity}
  br i1 %enough, label %read, label %refuse
read:
{reads}
  %error = call ptr @PyErr_Occurred()
  %good = icmp eq ptr %error, null
  br i1 %good, label %run, label %fail
run:{take}
  %thread = call ptr @PyEval_SaveThread()
  %value = call i64 @"{name}"({values})
  call void @PyEval_RestoreThread(ptr %thread)
{put_back}
  %answer = call ptr @PyLong_FromLongLong(i64 %value)
  ret ptr %answer
refuse:
  %ignored = call i32 @PyErr_BadArgument()
  br label %fail
fail:
  ret ptr null
}}
"""

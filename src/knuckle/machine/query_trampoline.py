"""LLVM text of the fast trampoline of a query: a builtin that takes Python's numbers and NumPy's arrays as they are.

It checks each argument against the declaration and reads it where it lies in memory. Where one is anything else, even
where it could be converted, it answers CONVERT, and the caller goes the long way (functions/query_call.py), which knows
all errors. Outputs must be memory of the caller's own: arrays of a Model or Data, whose memory no array owns (see
memory/arena.py), and arrays that overlap go the long way too.
"""

from itertools import combinations

from knuckle.machine.array_object import (
    ALIGNED,
    BASE,
    CONTIGUOUS,
    DATA,
    DTYPE,
    FLAGS,
    NDIM,
    OWNS,
    REAL_TYPES,
    SHAPE,
    TYPE,
    VALUE,
    WRITEABLE,
    object_symbol,
)
from knuckle.machine.entry import BUSY
from knuckle.machine.layout import data_layout, model_layout
from knuckle.machine.query import CONVERT, Argument, Query, as_field, fast_trampoline
from knuckle.schema.fields import Field

DECLARATIONS = """
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @Py_BuildValue(ptr, ...)
"""
ITEM_BYTES = {"real": 8, "int": 4}
DTYPE_NAMES = {"real": "reals", "int": "ints"}
NUMBERS = {"real": ("double", "d"), "size": ("i64", "L")}  # how single numbers lie in memory, and how they are returned


class Text:
    """Lines of one function; values get numbers, and a check that fails leads to the long way."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.objects: set[str] = set()
        self._count = 0

    def value(self, operation: str) -> str:
        """A new value."""
        self._count += 1
        self.lines.append(f"  %x{self._count} = {operation}")
        return f"%x{self._count}"

    def do(self, operation: str) -> None:
        self.lines.append(f"  {operation}")

    def load(self, kind: str, pointer: str, offset: int = 0) -> str:
        place = self.value(f"getelementptr i8, ptr {pointer}, i64 {offset}") if offset else pointer
        return self.value(f"load {kind}, ptr {place}")

    def require(self, condition: str) -> None:
        """Go on where the condition holds."""
        self._count += 1
        self.lines += [f"  br i1 {condition}, label %good{self._count}, label %convert", f"good{self._count}:"]

    def require_object(self, pointer: str, *names: str) -> str:
        """Go on where the pointer is that of one of these objects; returns whether it is the first."""
        self.objects.update(names)
        matches = [self.value(f'icmp eq ptr {pointer}, @"{object_symbol(name)}"') for name in names]
        either = matches[0]
        for match in matches[1:]:
            either = self.value(f"or i1 {either}, {match}")
        self.require(either)
        return matches[0]

    def require_type(self, pointer: str, *names: str) -> None:
        self.require_object(self.load("ptr", pointer, TYPE), *names)

    def require_bits(self, pointer: str, bits: int) -> None:
        flags = self.value(f"and i32 {self.load('i32', pointer, FLAGS)}, {bits}")
        self.require(self.value(f"icmp eq i32 {flags}, {bits}"))


def fast_trampoline_text(query: Query) -> dict[str, str]:
    """The fast trampoline of a query, by its exported name: (model address, data address, arguments, outputs)."""
    name = f"{fast_trampoline(query.name)}.python"
    text, writer = Text(), _Writer(query)
    writer.write(text)
    objects = "\n".join(f'@"{object_symbol(each)}" = external global i8' for each in sorted(text.objects))
    formats = f"({''.join(NUMBERS[field.kind][1] for field in query.numbers)})"  # a tuple
    body = "\n".join(text.lines)
    return {
        name: f"""
{objects}
@"{name}.format" = private constant [{len(formats) + 1} x i8] c"{formats}\\00"
declare i64 @"{query.name}"(i64, i64, i64)
{DECLARATIONS}
define ptr @"{name}"(ptr %self, ptr %args, i64 %count) {{
{body}
convert:
  call void @PyErr_Clear()
  %converted = call ptr @PyLong_FromLongLong(i64 {CONVERT})
  ret ptr %converted
}}
"""
    }


class _Writer:
    """Writes the trampoline of one query."""

    def __init__(self, query: Query):
        self.query = query
        self.sizes: dict[str, str] = {}  # values of the sizes that are known so far
        self.spans: list[tuple[str, str, bool]] = []  # address, end, whether it is an output: of each array
        self.slots: dict[str, str] = {}  # what goes into the table

    def write(self, text: Text) -> None:
        query = self.query
        table = text.value(f"alloca [{len(query.layout.slots)} x i64], align 16")
        places = {name: text.value(f"alloca {kind}, align 8") for name, kind in self._numbers()}
        addresses = 2 if query.has_data else 1
        arity = addresses + len(query.arguments) + len(query.arrays)
        text.require(text.value(f"icmp eq i64 %count, {arity}"))
        given = [text.load("ptr", "%args", 8 * k) for k in range(arity)]
        self.model = text.value(f"call i64 @PyLong_AsLongLong(ptr {given[0]})")
        self.data = text.value(f"call i64 @PyLong_AsLongLong(ptr {given[1]})") if query.has_data else "0"
        first_output = addresses + len(query.arguments)
        for argument, pointer in zip(query.arguments, given[addresses:first_output], strict=True):
            self._read(text, argument, pointer, places)
        for field, pointer in zip(query.arrays, given[first_output:], strict=True):
            self._read_array(text, field, pointer, is_output=True)
        self._require_apart(text)
        error = text.value("call ptr @PyErr_Occurred()")
        text.require(text.value(f"icmp eq ptr {error}, null"))
        for field in query.numbers:
            text.do(f"store i64 0, ptr {places[field.name]}")
            self.slots[field.name] = text.value(f"ptrtoint ptr {places[field.name]} to i64")
        for k, name in enumerate(query.layout.slots):
            place = text.value(f"getelementptr i64, ptr {table}, i64 {k}")
            text.do(f"store i64 {self.slots[name]}, ptr {place}")
        self._run(text, text.value(f"ptrtoint ptr {table} to i64"), places)

    def _numbers(self) -> list[tuple[str, str]]:
        """Single numbers that need a place of their own: real arguments and numbers that are returned."""
        reals = [(a.name, "double") for a in self.query.arguments if a.kind == "real" and not a.shape]
        return reals + [(field.name, NUMBERS[field.kind][0]) for field in self.query.numbers]

    def _read(self, text: Text, argument: Argument, pointer: str, places: dict[str, str]) -> None:
        if argument.shape:
            self._read_array(text, as_field(argument), pointer, is_output=False)
        elif argument.kind == "real":
            text.require_type(pointer, *REAL_TYPES)
            text.do(f"store double {text.load('double', pointer, VALUE)}, ptr {places[argument.name]}")
            self.slots[argument.name] = text.value(f"ptrtoint ptr {places[argument.name]} to i64")
        elif argument.kind == "flag":
            is_true = text.require_object(pointer, "true", "false")
            self.slots[argument.name] = text.value(f"zext i1 {is_true} to i64")
        else:
            text.require_type(pointer, "int")
            number = self.slots[argument.name] = text.value(f"call i64 @PyLong_AsLongLong(ptr {pointer})")
            if argument.kind == "index":
                text.require(text.value(f"icmp ult i64 {number}, {self._bound(text, argument.size)}"))

    def _bound(self, text: Text, size: str) -> str:
        """What an index stays below: a size of the model, or a count in Data."""
        if size in model_layout().sizes:
            return self._size(text, size)
        table = text.value(f"inttoptr i64 {self.data} to ptr")
        address = text.load("i64", table, 8 * data_layout().slot(size))
        return text.load("i64", text.value(f"inttoptr i64 {address} to ptr"))

    def _size(self, text: Text, size: int | str) -> str:
        if isinstance(size, int):
            return str(size)
        if size not in self.sizes:
            table = text.value(f"inttoptr i64 {self.model} to ptr")
            self.sizes[size] = text.load("i64", table, 8 * model_layout().slot(size))
        return self.sizes[size]

    def _read_array(self, text: Text, field: Field, pointer: str, is_output: bool) -> None:
        """Check an array against its declaration, and take its address."""
        text.require_type(pointer, "array")
        text.require_object(text.load("ptr", pointer, DTYPE), DTYPE_NAMES[field.kind])
        text.require_bits(pointer, CONTIGUOUS | ALIGNED | (WRITEABLE if is_output else 0))
        text.require(text.value(f"icmp eq i32 {text.load('i32', pointer, NDIM)}, {len(field.shape)}"))
        shape, length = text.load("ptr", pointer, SHAPE), str(ITEM_BYTES[field.kind])
        for axis, size in enumerate(field.shape):
            found = text.load("i64", shape, 8 * axis)
            if size in self.query.free_sizes and size not in self.sizes:
                self.sizes[str(size)] = self.slots[str(size)] = found
            text.require(text.value(f"icmp eq i64 {found}, {self._size(text, size)}"))
            length = text.value(f"mul i64 {length}, {found}")
        if is_output:
            self._require_owned(text, pointer)
        address = text.load("i64", pointer, DATA)
        self.slots[field.name] = address
        self.spans.append((address, text.value(f"add i64 {address}, {length}"), is_output))

    @staticmethod
    def _require_owned(text: Text, pointer: str) -> None:
        """The memory must belong to this array, or to the one that it is a view of."""
        base = text.load("ptr", pointer, BASE)
        alone = text.value(f"icmp eq ptr {base}, null")
        owner = text.value(f"select i1 {alone}, ptr {pointer}, ptr {base}")
        text.require_type(owner, "array")
        text.require_bits(owner, OWNS)

    def _require_apart(self, text: Text) -> None:
        """No output may overlap with another array."""
        for (start, end, is_output), (other, other_end, is_other_output) in combinations(self.spans, 2):
            if is_output or is_other_output:
                before = text.value(f"icmp ule i64 {end}, {other}")
                after = text.value(f"icmp ule i64 {other_end}, {start}")
                text.require(text.value(f"or i1 {before}, {after}"))

    def _run(self, text: Text, table: str, places: dict[str, str]) -> None:
        """Take the Data, compute, give it back, and return the numbers, or a code where there are none."""
        query = self.query
        if query.has_data:
            word = text.value(f"inttoptr i64 {self.data} to ptr")
            taken = text.value(f"atomicrmw xchg ptr {word}, i64 0 acquire")
            text.do(f"br i1 {text.value(f'icmp ne i64 {taken}, 0')}, label %enter, label %busy")
            text.lines += ["busy:", f"  %refusal = call ptr @PyLong_FromLongLong(i64 {BUSY})", "  ret ptr %refusal"]
            text.lines += ["enter:"]
        thread = text.value("call ptr @PyEval_SaveThread()") if query.long else ""
        code = text.value(f'call i64 @"{query.name}"(i64 {self.model}, i64 {self.data}, i64 {table})')
        if query.long:
            text.do(f"call void @PyEval_RestoreThread(ptr {thread})")
        if query.has_data:
            text.do(f"store atomic i64 1, ptr {word} release, align 8")
        if query.numbers:
            text.do(f"br i1 {text.value(f'icmp eq i64 {code}, 0')}, label %done, label %failed")
            text.lines.append("done:")
            values = [
                f"{kind} {text.load(kind, places[field.name])}"
                for field in query.numbers
                for kind in (NUMBERS[field.kind][0],)
            ]
            arguments = ", ".join([f'ptr @"{fast_trampoline(query.name)}.python.format"', *values])
            text.do(f"ret ptr {text.value(f'call ptr (ptr, ...) @Py_BuildValue({arguments})')}")
            text.lines.append("failed:")
        text.do(f"ret ptr {text.value(f'call ptr @PyLong_FromLongLong(i64 {code})')}")

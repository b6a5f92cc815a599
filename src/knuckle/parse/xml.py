"""Text -> tree of elements, in one pass and linear time, as tolerant as the files in use need it.

Accepted beyond XML: text, comments or an unknown `<! >` anywhere; `--` in comments; a bare `&` or `<` in values; blanks
before the declaration; attributes without a blank between them; attributes in closing tags; anything after the first
element as long as its tags are balanced. Never accepted: an attribute twice, unclosed or crossing tags. Entities are
the five of XML and numbers; nothing is ever expanded or fetched.
"""

import re
from dataclasses import dataclass, field

from knuckle.errors import ModelError, Place, Problem
from knuckle.parse.source import Source, quote

MAX_DEPTH = 498  # open elements; what others refuse, nobody relies on
MAX_ELEMENTS = 1_000_000
MAX_ATTRIBUTES = 1_000  # in one element
MAX_ALL_ATTRIBUTES = 3_000_000
MAX_CHARACTERS = 1 << 28
MAX_LINES = 1 << 22
NO_ELEMENT = "no element found, expected <mujoco> or <robot>"
NO_XML = f"{NO_ELEMENT}; files are read by Spec.from_file and Model.from_xml_path"
SHORT_TAG = 1 << 16  # characters; in longer ones attributes are counted while they are read

_BLANKS = " \t\n\v\f\r"
# possessive: a name is never tried again in two parts, which would take the square of its length
_S = r"[ \t\n\v\f\r]*+"
_NAME = r"[A-Za-z_:\x80-\U0010ffff][A-Za-z0-9_:.\-\x80-\U0010ffff]*+"
_OPEN = re.compile(rf"<{_S}({_NAME})")
_QUOTED = r"(?:\"[^\"]*\"|'[^']*')"
_TAG = re.compile(rf"<{_S}({_NAME})((?:{_S}{_NAME}{_S}={_S}{_QUOTED})*+){_S}/?>")
_ATTRIBUTE = re.compile(rf"{_S}({_NAME}){_S}={_S}(?:\"([^\"]*)\"|'([^']*)')")
_IN_DOUBLE_QUOTES = re.compile(rf"{_S}({_NAME}){_S}={_S}\"([^\"]*)\"")
_ATTRIBUTE_NAME = re.compile(rf"{_S}({_NAME}){_S}(={_S}[\"']?)?")
_TAG_END = re.compile(rf"{_S}/?>")
_CLOSE = re.compile(rf"</({_NAME})(?:{_S}{_NAME}{_S}={_S}{_QUOTED})*+{_S}>")
_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
# opening, closing, what it is; the order matters: the last one is a prefix of the others
_SKIPPED = (
    ("<!--", "-->", "comment"),
    ("<![CDATA[", "]]>", "CDATA section"),
    ("<?", "?>", "declaration"),
    ("<!", ">", "markup"),
)


@dataclass(slots=True, eq=False)
class Element:
    """One element as it stands in the text, with the values of its attributes by name."""

    tag: str
    source: Source
    offset: int
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    renamed: dict[str, str] | None = None  # name of an attribute now -> as it is written

    @property
    def place(self) -> Place:
        return self.source.place(self.offset)

    def place_of(self, attribute: str) -> Place:
        """Where the name of an attribute stands; the element's own place where it is not given."""
        return self.source.place(self.offset_of(attribute)) if attribute in self.attributes else self.place

    def offset_of(self, attribute: str) -> int:
        """Where the name of an attribute that is given begins; looked for when someone asks."""
        written = (self.renamed or {}).get(attribute, attribute)
        position = _OPEN.match(self.source.text, self.offset)
        while position and (position := _ATTRIBUTE.match(self.source.text, position.end())):
            if position[1] == written:
                return position.start(1)
        return self.offset

    def get(self, attribute: str, default: str = "") -> str:
        return self.attributes.get(attribute, default)

    @property
    def label(self) -> str:
        """The element as an error names it: `<geom name="foot">`."""
        key = "class" if self.tag == "default" else "name"
        name = self.get(key)
        return f"<{self.tag[:40]} {key}={quote(name)}>" if name else f"<{self.tag[:40]}>"


def read(source: Source) -> Element:
    """The first element of the text with everything in it; ModelError names the place of the first fault."""
    return _Reader(source).read()


class _Reader:
    def __init__(self, source: Source):
        self.source = source
        self.text = source.text
        self.position = 0
        self.elements = 0
        self.attributes = 0
        self.root: Element | None = None
        self.open: list[Element] = []
        self.declarations_allowed = True

    def fail(self, offset: int, message: str, element: str = "") -> ModelError:
        return ModelError(Problem(self.source.place(offset), element, message))

    def read(self) -> Element:
        for count, what, most in (
            (len(self.text), "characters", MAX_CHARACTERS),
            (self.text.count("\n"), "lines", MAX_LINES),
        ):
            if count > most:
                message = f"the file has {count} {what}, more than {most}"
                raise ModelError(Problem(Place(self.source.name, 1, 1), "", message))
        while self._next():
            pass
        if self.open:
            element = self.open[-1]
            raise self.fail(element.offset, f"the closing tag </{element.tag}> is missing", element.label)
        if self.root is None:
            raise self.fail(0, NO_ELEMENT)
        return self.root

    def _next(self) -> bool:
        """Read up to and including the next piece of markup; False at the end."""
        text, start = self.text, self.position
        self.position = bracket = text.find("<", start)
        if not self.open and not self._goes_on(start, bracket):
            return False
        if bracket < 0:
            return False
        letter = text[bracket + 1 : bracket + 2]
        if letter == "/":
            self._close()
        elif letter in ("!", "?"):
            self._skip()
        else:
            self._element()
        return True

    def _goes_on(self, start: int, bracket: int) -> bool:
        """Whether there is more to read outside of all elements; a stray closing tag ends the document."""
        if self.text[start : bracket if bracket >= 0 else len(self.text)].strip(_BLANKS):
            if bracket < 0:
                raise self.fail(start, "text after the last element" if self.root else NO_XML)
            self.declarations_allowed = False
        return not self.text.startswith("</", bracket)

    def _skip(self) -> None:
        start = self.position
        for opening, closing, what in _SKIPPED:
            if self.text.startswith(opening, start):
                if what == "declaration" and (self.open or not self.declarations_allowed):
                    raise self.fail(start, "a <? … ?> declaration may only stand at the start of the file")
                self.declarations_allowed = self.declarations_allowed and what == "declaration"
                end = self.text.find(closing, start + len(opening))
                if end < 0:
                    raise self.fail(start, f"this {what} is not closed, expected {closing}")
                self.position = end + len(closing)
                return

    def _close(self) -> None:
        element = self.open.pop()
        plain = f"</{element.tag}>"
        if self.text.startswith(plain, self.position):
            self.position += len(plain)
            return
        match = _CLOSE.match(self.text, self.position)
        if match is None:
            raise self.fail(self.position, f"malformed closing tag, expected </{element.tag}>", element.label)
        if match[1] != element.tag:
            opened = self.source.place(element.offset)
            message = f"found </{match[1]}>, but <{element.tag}> of line {opened.line} is still open"
            raise self.fail(self.position, message, element.label)
        self.position = match.end()

    def _element(self) -> None:
        element = self._short_tag() or self._any_tag()
        self.declarations_allowed = False
        if self.open:
            self.open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self.elements += 1
        self.attributes += len(element.attributes)
        if self.elements > MAX_ELEMENTS:
            raise self.fail(element.offset, f"the file has more than {MAX_ELEMENTS} elements")
        if self.attributes > MAX_ALL_ATTRIBUTES:
            raise self.fail(element.offset, f"the file has more than {MAX_ALL_ATTRIBUTES} attributes", element.label)
        if self.text[self.position - 2] != "/":
            self.open.append(element)
            if len(self.open) > MAX_DEPTH:
                raise self.fail(element.offset, f"elements are nested more than {MAX_DEPTH} deep", element.label)

    def _short_tag(self) -> Element | None:
        """The element whose opening tag is here; None where that is long or has a fault."""
        tag = _TAG.match(self.text, self.position, self.position + SHORT_TAG)
        if tag is None:
            return None
        name, inside = tag.groups()
        if "'" in inside:
            found = [(name, double or single) for name, double, single in _ATTRIBUTE.findall(inside)]
        else:
            found = _IN_DOUBLE_QUOTES.findall(inside)
        attributes = dict(found)
        if len(attributes) != len(found) or len(found) > MAX_ATTRIBUTES:
            return None
        if "&" in inside:
            attributes = {name: unescape(value) for name, value in attributes.items()}
        element = Element(name, self.source, self.position, attributes, [])
        self.position = tag.end()
        return element

    def _any_tag(self) -> Element:
        """The same, however long, or what is wrong with it."""
        match = _OPEN.match(self.text, self.position)
        if match is None:
            raise self.fail(self.position, 'a "<" that opens no element')
        element = Element(match[1], self.source, self.position, {})
        self.position = match.end()
        self._attributes(element)
        end = _TAG_END.match(self.text, self.position)
        if end is None:
            raise self._bad_attribute(element)
        self.position = end.end()
        return element

    def _attributes(self, element: Element) -> None:
        text, attributes = self.text, element.attributes
        while match := _ATTRIBUTE.match(text, self.position):
            name, offset = match[1], match.start(1)
            if name in attributes:
                raise self.fail(offset, f"attribute {quote(name)} is given twice", element.label)
            value = match[2] if match[2] is not None else match[3]
            attributes[name] = unescape(value) if "&" in value else value
            if len(attributes) > MAX_ATTRIBUTES:
                raise self.fail(offset, f"more than {MAX_ATTRIBUTES} attributes in one element", element.label)
            self.position = match.end()

    def _bad_attribute(self, element: Element) -> ModelError:
        match = _ATTRIBUTE_NAME.match(self.text, self.position)
        if match is None:
            rest = self.text[self.position : self.position + 20].lstrip(_BLANKS)
            if not rest:
                return self.fail(element.offset, "the tag is not closed, expected >", element.label)
            offset = self.text.index(rest[0], self.position)
            return self.fail(offset, f'expected an attribute, ">" or "/>", found {quote(rest[0])}', element.label)
        name, opening = match[1], (match[2] or "").rstrip(_BLANKS)
        if opening and opening[-1] in "\"'":
            return self.fail(
                match.start(1), f"the value of attribute {quote(name)} has no closing quote", element.label
            )
        return self.fail(match.start(1), f'attribute {quote(name)} needs a value in quotes: "…"', element.label)


def unescape(value: str) -> str:
    """The value with the five entities and numbered characters replaced; anything else stays as it is."""
    return _ENTITY.sub(_character, value)


def _character(match: re.Match) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _NAMED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else match[0]

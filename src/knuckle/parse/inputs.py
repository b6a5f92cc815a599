"""What the controls of an actuator are: the words of attribute `input`, and the bits that stand for them."""

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.simple_actuators import Values
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import GainType
from knuckle.schema.inputs import CANONICAL, SIGNATURES


def check_inputs(reader: ElementReader, raw: xml.Element, values: Values) -> None:
    """Faults of the attribute: an unknown word, words in another order, or more than its kind of gain can have."""
    signature = SIGNATURES.get(values.get("gaintype", GainType.FIXED))
    words = (values.get("input") or "").split()
    if not words or signature is None:
        return
    wrong = [word for word in words if word not in signature.words]
    if wrong:
        found = f"unknown input {quote(wrong[0])}" + hint(wrong[0], signature.words)
    elif len(words) > 1 and (signature.single or "none" in words):
        found = f"input takes one of {', '.join(signature.words)}, got {quote(' '.join(words))}"
    elif words != [word for word in CANONICAL if word in words] and not signature.single:
        found = f"inputs must stand in the order {' '.join(signature.words)}, each once; got {quote(' '.join(words))}"
    else:
        return
    reader.problems.add(raw.place_of("input"), raw.label, found)
    values["input"] = ""

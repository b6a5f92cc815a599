"""Random damage, the same in every run: whatever comes of it, it is a model or an error of ours."""

import hashlib
import random
import re

import pytest
from support.urdf_text import TETRAHEDRON, RandomRobot

import knuckle as kn
from knuckle import models
from knuckle.model.file_format import HEAD, MAGIC, VERSION, model_from_bytes, model_to_bytes

LATER = ["actuator", "tendon"]
JUNK = [
    "nan",
    "-1",
    "0",
    "1e400",
    "1e300",
    "-1e300",
    "inf",
    "abc",
    "",
    "1e-320",
    "0x1p3",
    "99999999999",
    "1 2 3 4 5 6 7",
]
TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[\w.+-]+|\s+|.", re.DOTALL)
NUMBER = re.compile(r"(?<=[\" ])-?\.?[0-9][0-9.e-]*(?=[\" ])")
NMUTATION, NFLIP = 300, 200


def damaged(text: str, chance: random.Random) -> str:
    """The text after one to three small accidents."""
    for _ in range(chance.randint(1, 3)):
        text = chance.choice([token_accident, number_accident, attribute_accident])(text, chance)
    return text


def token_accident(text: str, chance: random.Random) -> str:
    """A token lost, doubled, or swapped with another."""
    tokens = TOKEN.findall(text)
    i, j = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    kind = chance.choice(["delete", "duplicate", "swap"])
    if kind == "delete":
        del tokens[i]
    elif kind == "duplicate":
        tokens.insert(i, tokens[i])
    else:
        tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def number_accident(text: str, chance: random.Random) -> str:
    """A number replaced by junk."""
    places = list(NUMBER.finditer(text))
    if not places:
        return text
    place = chance.choice(places)
    return text[: place.start()] + chance.choice(JUNK) + text[place.end() :]


def attribute_accident(text: str, chance: random.Random) -> str:
    """The value of one attribute given to another."""
    places = list(re.finditer(r"\"[^\"<>]*\"", text))
    if len(places) < 2:
        return text
    place, other = chance.sample(places, 2)
    return text[: place.start()] + other[0] + text[place.end() :]


def run(m: kn.Model) -> None:
    """A few steps by every integrator, without constraints."""
    m.opt.flags.constraint = False
    for integrator in kn.Integrator:
        m.opt.integrator = integrator
        kn.step(m, kn.Data(m), 2)


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # damaged models may well diverge
@pytest.mark.parametrize("part", range(6))
def test_damaged_texts_load_or_are_refused(part):
    texts = [models.path(name).read_text() for name in models.names()]
    loaded = 0
    for seed in range(part * NMUTATION // 6, (part + 1) * NMUTATION // 6):
        chance = random.Random(seed)
        text = damaged(texts[seed % len(texts)], chance)
        try:
            m = kn.Model.from_xml_string(text, omit=LATER)
        except kn.ModelError as error:
            assert error.problems, seed
        except Exception as error:
            pytest.fail(f"seed {seed}: {type(error).__name__}: {error}")
        else:
            run(m)
            loaded += 1
    assert 0 < loaded < NMUTATION // 6


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_damaged_robots_load_or_are_refused():
    """The same for URDF, with and without transmissions."""
    loaded = 0
    for seed in range(NMUTATION):
        text = damaged(RandomRobot(seed % 20).text(), random.Random(seed))
        try:
            m = kn.load(text, assets={"m.obj": TETRAHEDRON, "n.obj": TETRAHEDRON}, transmissions=bool(seed % 2))
        except kn.ModelError as error:
            assert error.problems, seed
        except Exception as error:
            pytest.fail(f"seed {seed}: {type(error).__name__}: {error}")
        else:
            run(m)
            loaded += 1
    assert 0 < loaded < NMUTATION


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_flipped_bits_are_noticed():
    content = model_to_bytes(kn.load(models.path("quadruped"), omit=LATER))
    chance = random.Random(1)
    for _ in range(NFLIP):
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        changed = content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :]
        with pytest.raises(kn.FileFormatError):
            model_from_bytes(changed)


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
def test_flipped_bits_under_a_right_checksum_load_or_are_refused():
    content = model_to_bytes(kn.load(models.path("quadruped"), omit=LATER))
    length = HEAD.unpack(content[: HEAD.size])[2]
    chance, loaded = random.Random(2), 0
    for _ in range(NFLIP):
        body = bytearray(content[HEAD.size :])
        first = 0 if chance.random() < 0.3 else length
        body[chance.randrange(first, len(body))] ^= 1 << chance.randrange(8)
        checksum = hashlib.sha256(body).digest()
        head = HEAD.pack(MAGIC, VERSION, length, len(body) - length, checksum)
        try:
            m = model_from_bytes(head + bytes(body))
        except kn.FileFormatError:
            continue
        run(m)
        loaded += 1
    assert 0 < loaded < NFLIP

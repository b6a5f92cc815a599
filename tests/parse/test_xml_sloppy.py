"""Real files are sloppier than XML allows: what the reference engine reads is read, with the same content."""

import mujoco
import pytest

from knuckle.errors import ModelError
from knuckle.parse import load_file, load_string

BODY = '<worldbody><body name="a"/></worldbody>'


def model(start="", attributes="", inside="", end=""):
    return f"{start}<mujoco{attributes}>{inside}{BODY}</mujoco>{end}"


DEEP = [f"<mujoco><worldbody>{'<body>' * n}{'</body>' * n}</worldbody></mujoco>" for n in (496, 497)]
TEXTS = [
    model(),
    model("\n\n "),
    model('\n <?xml version="1.0"?>'),
    model('\ufeff<?xml version="1.0"?>'),
    model(" \ufeff"),
    model("garbage "),
    model(end=" garbage"),
    model(end="<mujoco><worldbody><body/></worldbody></mujoco>"),
    model(end="<foo>"),
    model(end="</foo>"),
    model(end="</foo><bar>"),
    model(end=" x <bar/>"),
    model(end="<"),
    model(end="&"),
    model(end="<!-- unclosed"),
    model(end="\0\0junk<"),
    model(end='<?xml version="1.0"?>'),
    model("<foo/>"),
    model("<!-- c -->"),
    model("<!-- c --><?xml version='1.0'?>"),
    model("<?xml version='1.0'?><?xml version='1.0'?>"),
    model("<?xml version='1.0' encoding='utf-16'?>"),
    model("<?pi foo?>"),
    model("<?xml foo>"),
    model("x <?xml?>"),
    model("<!DOCTYPE mujoco>"),
    model('<!DOCTYPE mujoco [<!ENTITY x "y">]>', ' model="&x;"'),
    model('<!DOCTYPE mujoco [<!ENTITY x "<y>">]>', ' model="&x;"'),
    model("<![CDATA[ x ]]>"),
    model(inside="<!-- a -- b --->"),
    model(inside="<!---->"),
    model(inside="<!--->"),
    model(inside="<!--a>"),
    model(inside="<!-- unclosed "),
    model(inside="<!DOCTYPE x [ <!ELEMENT b> ]>"),
    model(inside="<!foo>"),
    model(inside="<?pi foo?>"),
    model(inside="<![CDATA[ <foo> ]]>"),
    model(inside="text & more &foo; > end"),
    model(attributes=' model="a & b"'),
    model(attributes=' model="a &amp; b &lt; &gt; &quot; &apos; &amp;amp;"'),
    model(attributes=' model="a &foo; &AMP; &amp"'),
    model(attributes=' model="a &#65; &#x42; &#x1F600; &#X41; &#-65; &# 65; &#1114112; &#x41b"'),
    model(attributes=' model="a < b > c"'),
    model(attributes=" model='a \" b'"),
    model(attributes=" model=a"),
    model(attributes=" model"),
    model(attributes='\n model\n=\n"a"\n'),
    model(attributes=' model="a" model="b"'),
    model(attributes=' model="a"model="b"'),
    model(attributes=' model="a\nb\tc\r\nd"'),
    model(attributes=' model="  a  "'),
    model(attributes=' model=""'),
    model(attributes=' model="x\x00y"'),
    model(attributes=' model="x\x01y"'),
    model(attributes=" model='a\""),
    model(attributes=' , model="a"'),
    model(attributes='\x0bmodel="a"'),
    model(attributes='\xa0model="a"'),
    model(attributes=' 1a="b"'),
    model(attributes=' xmlns="http://x" xmlns:a="y" xml:base="z" a:b="c"'),
    model(attributes=' xmlnsfoo="1"'),
    model(attributes=' foo="1"'),
    '<mujoco><worldbody><body name="a"pos="1 0 0"/></worldbody></mujoco>',
    '<mujoco><worldbody><body name="a"/ ></worldbody></mujoco>',
    '<mujoco><worldbody><body name="a/></worldbody></mujoco>',
    '<mujoco><worldbody><body name="a"></worldbody></mujoco>',
    '<mujoco><worldbody><body name="a"/></body></worldbody></mujoco>',
    '<mujoco><worldbody><body name="é€😀"/></worldbody></mujoco>',
    '<mujoco><worldbody><bödy name="a"/></worldbody></mujoco>',
    '<mujoco><option xmlns="x"/></mujoco>',
    f"< mujoco>{BODY}</mujoco>",
    f"<mujoco>{BODY}</ mujoco>",
    f"<mujoco>{BODY}</mujoco >",
    f'<mujoco>{BODY}</mujoco x="1">',
    f"<mujoco>{BODY}</mujoco/>",
    f"<mujoco>{BODY}</mujoco",
    f"<mujoco>{BODY}</Mujoco>",
    f"<Mujoco>{BODY}</Mujoco>",
    f"<mujoco>{BODY}",
    f"<1mujoco>{BODY}</1mujoco>",
    "",
    " ",
    "<",
    "<>",
    "<mujoco",
    "<mujoco/>",
    "<mujoco//>",
    "<mujoco / >",
    "<!-- only a comment -->",
    "<?xml version='1.0'?>",
    *DEEP,
]


def reference(text):
    try:
        spec = mujoco.MjSpec.from_string(text)
    except ValueError:
        return None
    return spec.modelname, [body.name for body in spec.bodies[1:]]


def ours(text):
    try:
        spec = load_string(text)
    except ModelError as error:
        assert all(problem.place.line >= 1 for problem in error.problems)
        return None
    return spec.model, [node.name for node in spec.walk() if node.tag == "body"][1:]


@pytest.mark.parametrize("text", TEXTS, ids=[f"{i}" for i in range(len(TEXTS))])
def test_same_texts_are_accepted_with_the_same_content(text):
    assert ours(text) == reference(text)


def test_the_list_has_both_kinds():
    accepted = sum(ours(text) is not None for text in TEXTS)
    assert 30 < accepted < len(TEXTS) - 30


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_encodings_are_named(tmp_path, encoding):
    path = tmp_path / "wide.xml"
    path.write_bytes("<mujoco/>".encode(encoding))
    with pytest.raises(ModelError, match=r"wide\.xml:1:1: the text is in UTF-16 or UTF-32.*save it as UTF-8"):
        load_file(path)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"\x89KNUCK\r\n\2\0", r"a compiled model: knuckle\.load"), (b"PK\3\4", r"a zip archive: call it \.mjz")],
)
def test_files_that_are_no_texts_are_named(tmp_path, content, words):
    (tmp_path / "model.xml").write_bytes(content)
    with pytest.raises(ModelError, match=rf"model\.xml:1:1: expected a text in MJCF or URDF, found {words}"):
        load_file(tmp_path / "model.xml")

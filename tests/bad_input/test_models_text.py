"""Texts that are no model: each is refused at its place, with what was expected."""

import re

import pytest

import knuckle as kn

BOM = "\ufeff"
# text -> line:column, words
CASES = {
    # broken XML
    "nothing but blanks": ("<!-- -->\n", "1:1", "no element found, expected <mujoco>"),
    "not XML at all": ("<<<", "1:1", "opens no element"),
    "open root": ("<mujoco>\n<worldbody>\n</worldbody>", "1:1", "closing tag </mujoco> is missing"),
    "crossing tags": ("<mujoco>\n<a><b></a></b>\n</mujoco>", "2:7", "<b> of line 2 is still open"),
    "open tag": ("<mujoco>\n <worldbody", "2:2", "not closed, expected >"),
    "open quote": ('<mujoco>\n <option timestep="1/>\n</mujoco>', "2:10", "no closing quote"),
    "no quotes": ("<mujoco>\n <option timestep=1/>\n</mujoco>", "2:10", "needs a value in quotes"),
    "no value": ("<mujoco>\n <option timestep/>\n</mujoco>", "2:10", "needs a value in quotes"),
    "attribute twice": ('<mujoco>\n <geom size="1" size="2"/>\n</mujoco>', "2:17", "given twice"),
    "open comment": ("<mujoco>\n<!-- never\n</mujoco>", "2:1", "comment is not closed"),
    "open CDATA": ("<mujoco>\n<![CDATA[ x\n</mujoco>", "2:1", "CDATA section is not closed"),
    "late declaration": ('<mujoco>\n<?xml version="1.0"?>\n</mujoco>', "2:1", "start of the file"),
    "stray sign": ("<mujoco>\n <option * />\n</mujoco>", "2:10", "expected an attribute"),
    "number as tag": ("<mujoco>\n<1/>\n</mujoco>", "2:1", "opens no element"),
    "a path": ("robot.xml", "1:1", "expected <mujoco> or <robot>; files are read by Spec.from_file"),
    "text behind": ("<mujoco/>\nhello", "1:10", "text after the last element"),
    "cut by a NUL": ("<mujoco>\n\0</mujoco>", "1:1", "closing tag </mujoco> is missing"),
    "byte order mark, then a fault": (f"{BOM}<mujoco>\n<x></mujoco>", "2:4", "still open"),
    # other kinds of files
    "URDF misspelt": ("<robt name='r'/>", "1:1", 'did you mean "robot"'),
    "HTML": ("<html></html>", "1:1", "expected <mujoco>"),
    "root misspelt": ("<mujco/>", "1:1", 'did you mean "mujoco"'),
    # unknown words
    "unknown section": ("<mujoco>\n <worldbdy/>\n</mujoco>", "2:2", 'did you mean "worldbody"'),
    "unknown element": ("<mujoco><worldbody>\n <goem/>\n</worldbody></mujoco>", "2:2", 'did you mean "geom"'),
    "unknown attribute": ("<mujoco>\n<option\n  gravty='0 0 0'/></mujoco>", "3:3", 'did you mean "gravity"'),
    "unknown keyword": ("<mujoco>\n<option integrator='rk4'/></mujoco>", "2:9", 'did you mean "RK4"'),
    "unknown flag": ("<mujoco><option>\n<flag contacts='disable'/></option></mujoco>", "2:7", 'did you mean "contact"'),
    "unknown class": ("<mujoco><worldbody>\n<geom class='c'/></worldbody></mujoco>", "2:7", "unknown default class"),
    "element in a leaf": ("<mujoco><worldbody>\n<site><site/></site></worldbody></mujoco>", "2:7", "has no children"),
    # not supported yet
    "flexes": ("<mujoco>\n  <deformable><flex/></deformable></mujoco>", "2:3", "<deformable>: this element is not sup"),
    "skin": ("<mujoco><asset>\n<skin file='s.skn'/></asset></mujoco>", "2:1", "<skin>: this element is not supported"),
    "flexcomp": ("<mujoco><worldbody>\n<flexcomp/></worldbody></mujoco>", "2:1", "not supported yet"),
    # copies
    "replicate": ("<mujoco><worldbody>\n<replicate/></worldbody></mujoco>", "2:1", 'attribute "count" is missing'),
    "attach": ("<mujoco><worldbody>\n<attach model='m' prefix='p'/></worldbody></mujoco>", "2:9", "there is no model"),
    "model": ("<mujoco><asset>\n<model file='m.xml'/></asset></mujoco>", "2:8", "not among the assets"),
    # entities: nothing is expanded or fetched
    "billion laughs": (
        '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>\n<mujoco><option timestep="&b;"/></mujoco>',
        "2:17",
        r'"&b;" is not a number',
    ),
    "external entity": (
        '<!DOCTYPE m [<!ENTITY f SYSTEM "file:///etc/passwd">]>\n<mujoco><option timestep="&f;"/></mujoco>',
        "2:17",
        r'"&f;" is not a number',
    ),
    # values
    "word for a number": ("<mujoco>\n<option timestep='soon'/></mujoco>", "2:9", '"soon" is not a number'),
    "commas": ("<mujoco>\n<option gravity='0,0,1'/></mujoco>", "2:9", "separate numbers by blanks"),
    "too few": ("<mujoco>\n<option gravity='0 0'/></mujoco>", "2:9", "needs 3 values, got 2"),
    "too many": ("<mujoco>\n<option timestep='1 2'/></mujoco>", "2:9", "needs 1 value, got 2"),
    "NaN": ("<mujoco>\n<option timestep='nan'/></mujoco>", "2:9", "must not be NaN"),
    "infinite": ("<mujoco>\n<option density='inf'/></mujoco>", "2:9", "must be finite"),
    "huge": ("<mujoco>\n<option density='1e400'/></mujoco>", "2:9", "too large"),
    "fraction of a count": ("<mujoco>\n<option iterations='1.5'/></mujoco>", "2:9", "not a whole number"),
    "huge count": ("<mujoco>\n<option iterations='99999999999'/></mujoco>", "2:9", "too large"),
    "Arabic digits": ("<mujoco>\n<option timestep='١'/></mujoco>", "2:9", "is not a number"),
    "truth": ("<mujoco>\n<compiler autolimits='1'/></mujoco>", "2:11", "known: false, true"),
    "size": ("<mujoco>\n<size memory='lots'/></mujoco>", "2:7", "is not a size"),
    "angle": ("<mujoco>\n<compiler angle='degrees'/></mujoco>", "2:11", 'did you mean "degree"'),
    # includes of a text
    "include from disk": ('<mujoco>\n<include file="/etc/passwd"/></mujoco>', "2:10", "not among the assets"),
    "include upwards": ('<mujoco>\n<include file="../../x.xml"/></mujoco>', "2:10", "not among the assets"),
    "include of nothing": ("<mujoco>\n<include/></mujoco>", "2:1", '"file" is missing'),
}


@pytest.mark.parametrize("name", CASES)
def test_a_broken_text_is_refused_at_its_place(name):
    text, place, words = CASES[name]
    with pytest.raises(kn.ModelError, match=words) as caught:
        kn.Model.from_xml_string(text)
    problem = next(problem for problem in caught.value.problems if re.search(words, str(problem)))
    assert str(problem.place) == f"<string>:{place}"


@pytest.mark.parametrize("name", CASES)
def test_bytes_are_read_like_text(name):
    text, _, words = CASES[name]
    with pytest.raises(kn.ModelError, match=words):
        kn.Model.from_xml_string(text.encode())

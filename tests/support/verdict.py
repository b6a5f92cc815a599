"""Whether both engines make the same model of a text, or both refuse it."""

import mujoco
from support.model_difference import TOLERANCE, differences

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string


def assert_same_or_refused(xml: str, assets: dict[str, bytes] | None = None) -> bool:
    """Every field and name is the reference's, or neither engine loads the text; return whether both load it."""
    theirs, refused = None, ""
    try:
        theirs = mujoco.MjModel.from_xml_string(xml, assets or {})
    except ValueError as error:
        refused = str(error)
    try:
        ours = compile_spec(load_string(xml, assets))
    except ModelError as error:
        assert theirs is None, f"refused here alone: {error}\n{xml}"
        return False
    assert theirs is not None, f"refused by the reference alone: {refused}\n{xml}"
    wrong = [str(d) for d in differences(ours, theirs) if d.error > TOLERANCE]
    assert not wrong, "\n".join([*wrong[:10], xml])
    return True

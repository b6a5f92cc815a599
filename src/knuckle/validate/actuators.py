"""Rules that the actuators of every model obey, on which compiled code relies."""

import numpy as np

from knuckle.schema.enums import BiasType, DynType, GainType, JointType, TrnType
from knuckle.schema.joints import DOF_WIDTH

# what compiled code knows: the largest of the kinds that it computes
ACTUATOR_KINDS = {
    "actuator_trntype": TrnType.TENDON,
    "actuator_dyntype": DynType.FILTEREXACT,
    "actuator_gaintype": GainType.AFFINE,
    "actuator_biastype": BiasType.AFFINE,
}


def broken_actuators(arrays, counts) -> list[str]:
    """Every actuator acts on a joint or tendon, and has one control, one force and at most one activation."""
    n, target = counts["nactuator"], arrays["actuator_trnid"][:, 0]
    on_tendon = arrays["actuator_trntype"] == TrnType.TENDON
    most = np.where(on_tendon, counts["ntendon"], counts["njnt"])
    stateful, widths = arrays["actuator_dyntype"] != DynType.NONE, np.array([DOF_WIDTH[kind] for kind in JointType])
    wrong = [
        f"{name} is not supported"
        for name, largest in ACTUATOR_KINDS.items()
        if ((arrays[name] < 0) | (arrays[name] > largest)).any()
    ]
    wrong += ["actuator_trntype is not supported"] if (arrays["actuator_trntype"] == TrnType.SLIDERCRANK).any() else []
    if wrong or ((target < 0) | (target >= most)).any():
        return wrong or ["actuator_trnid points outside the joints or tendons"]
    moments = widths[arrays["jnt_type"][target[~on_tendon]]].sum() + arrays["ten_J_rownnz"][target[on_tendon]].sum()
    follows = {
        "nu": counts["nu"] == n,
        "nout": counts["nout"] == n,
        "nJmom": counts["nJmom"] == moments,
        "actuator_ctrlnum": (arrays["actuator_ctrlnum"] == 1).all(),
        "actuator_outnum": (arrays["actuator_outnum"] == 1).all(),
        "actuator_actnum": np.array_equal(arrays["actuator_actnum"], stateful),
        "actuator_actadr": np.array_equal(arrays["actuator_actadr"] >= 0, stateful),
    }
    return [f"{name} does not follow from the actuators" for name, good in follows.items() if not good]

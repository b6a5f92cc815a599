"""Boxes that fall into a heap: after a while they have more contacts than there is room for at first."""

HEAP = "<mujoco><option timestep='.004'/><worldbody><geom type='plane' size='5 5 .1'/>{}</worldbody></mujoco>".format(
    "".join(
        f"<body pos='{0.25 * (k % 4)} 0 {0.12 + 0.25 * (k // 4)}'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
        for k in range(10)
    )
)

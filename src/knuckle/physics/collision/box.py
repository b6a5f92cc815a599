from knuckle.machine.kernel import kernel


@kernel
def box_box(m, d, g1, g2, margin):
    return


@kernel
def capsule_box(m, d, g1, g2, margin):
    return


@kernel
def plane_mesh(m, d, g1, g2, margin):
    return

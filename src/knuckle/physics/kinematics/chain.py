"""The dofs that move a body."""

from knuckle.kernel import kernel


@kernel
def last_dof(m, b):
    """The last dof that moves body b, its own or of an ancestor; −1 where nothing moves it.

    `dof_parentid` leads from it through all the others.
    """
    while b > 0 and m.body_dofnum[b] == 0:
        b = m.body_parentid[b]
    return m.body_dofadr[b] + m.body_dofnum[b] - 1 if b > 0 else -1

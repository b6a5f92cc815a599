"""Members of integer enumerations in kernels: `JointType.FREE` is a constant integer."""

from enum import EnumMeta

from numba.core import types
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, models, register_model, typeof_impl


class Enumeration(types.Type):
    """The type of an enumeration itself, which exists while code is compiled only."""

    def __init__(self, members: EnumMeta):
        self.members = members
        super().__init__(f"Enumeration({members.__module__}.{members.__qualname__})")


register_model(Enumeration)(models.OpaqueModel)


@typeof_impl.register(EnumMeta)
def typeof_enumeration(members, context):
    return Enumeration(members)


@infer_getattr
class MemberTemplate(AttributeTemplate):
    """Members are integers."""

    key = Enumeration

    def generic_resolve(self, enumeration, name):
        return types.intp if name in enumeration.members.__members__ else None


@lower_constant(Enumeration)
def lower_enumeration(context, builder, kind, value):
    return context.get_dummy_value()


@lower_getattr_generic(Enumeration)
def lower_member(context, builder, kind, value, name):
    return context.get_constant(types.intp, int(kind.members[name]))

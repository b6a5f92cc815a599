"""URDF text -> Spec: links become bodies, joints move into the body of their child.

    build_urdf(root, problems, files, omit, transmissions=False)

What URDF says and MJCF cannot is told in the warnings of the spec.
"""

from knuckle.parse.urdf.build import build_urdf as build_urdf

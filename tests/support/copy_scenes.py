"""Models with replicas and attached parts: a tree with a part that is copied, and what refers to it."""

INNER = (
    '<frame name="f" pos=".1 .2 .3" euler="10 20 30"><body name="b"><joint name="j" range="-40 50"/>'
    '<geom name="g" size=".1"/><site name="s" pos=".3 0 0"/>'
    '<body name="bb" pos="0 .5 0"><joint name="jj" axis="1 0 0"/>'
    '<geom name="gg" size=".1 .2" type="capsule" material="mat"/><site name="ss" pos=".1 .2 .3"/></body></body></frame>'
)
OUTER = (
    '<body name="out" pos="0 0 2"><joint name="jo"/><geom name="go" size=".3"/><site name="so" pos=".2 .1 0"/>'
    '<body name="out2" pos="1 0 0"><joint name="jo2"/><geom name="go2" size=".1"/></body></body>'
)
ASSETS = '<asset><material name="mat" rgba="1 0 0 1"/></asset>'

# what may refer to the part of the tree that is copied (b, bb) and to the rest (out, out2)
CONTACTS = (
    '<pair geom1="go2" geom2="first"/><pair name="p" geom1="g" geom2="gg"/><pair geom1="go" geom2="first"/>',
    '<pair name="p" geom1="g" geom2="go"/>',
    '<pair name="p" geom1="go" geom2="g"/>',
    '<pair name="p" geom1="g" geom2="first"/>',
    '<exclude name="p" body1="b" body2="out"/>',
    '<exclude name="p" body1="out" body2="b"/>',
    '<exclude name="p" body1="b" body2="bb"/><exclude body1="b" body2="world"/>',
)
EQUALITIES = (
    '<connect name="c" body1="b" anchor="1 0 0"/>',
    '<connect name="c" body1="world" body2="b" anchor="1 0 0"/>',
    '<connect name="c" body1="b" body2="bb" anchor="0 1 0"/>',
    '<connect name="c" body1="b" body2="out" anchor="0 0 0"/>',
    '<connect name="c" body1="out" anchor="0 0 0"/>',
    '<weld name="c" site1="s" site2="ss"/><weld name="d" site1="s" site2="so"/>',
    '<joint name="c" joint1="jo" joint2="jo2"/><joint name="c2" joint1="j" joint2="jj"/><joint name="d" joint1="jo2"/>',
    '<joint name="c" joint1="jo" joint2="j"/>',
)
TENDONS = (
    '<spatial name="t"><site site="s"/><site site="so"/></spatial>',
    '<spatial name="t"><site site="s"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="s"/><geom geom="first"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="so"/><geom geom="go"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="s"/><geom geom="g" sidesite="s"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="s"/><geom geom="g" sidesite="so"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="s"/><geom geom="go" sidesite="so"/><site site="ss"/></spatial>',
    '<spatial name="t"><site site="s"/><geom geom="go" sidesite="s"/><site site="ss"/></spatial>',
    '<fixed name="t"><joint joint="j" coef="1"/><joint joint="jo" coef="2"/></fixed>',
    '<fixed name="t"><joint joint="j" coef="1"/></fixed><fixed name="u"><joint joint="jo" coef="1"/></fixed>'
    '<fixed name="v"><joint joint="jj" coef="1"/></fixed>',
)
ACTUATORS = (
    '<motor name="a" joint="jo"/><motor name="b" joint="j"/><motor joint="jj"/><position name="d" joint="jo2" kp="3"/>',
    '<motor name="a" site="s" refsite="so"/>',
    '<motor name="a" site="so" refsite="s"/>',
    '<motor name="a" site="s" refsite="ss" gear="0 1 0 0 0 1"/>',
    '<general name="a" cranksite="s" slidersite="ss" cranklength="1"/>',
    '<adhesion name="a" body="b" ctrlrange="0 1"/>',
)
SENSORS = (
    '<clock name="k"/><user name="u" dim="2"/><e_potential/>',
    '<framepos name="k" objtype="body" objname="world"/><framepos name="o" objtype="body" objname="out"/>',
    '<framepos name="k" objtype="site" objname="s" reftype="site" refname="so"/>',
    '<framepos name="k" objtype="site" objname="so" reftype="site" refname="s"/>',
    '<framepos name="k" objtype="site" objname="s" reftype="body" refname="world"/>',
    '<jointpos name="k" joint="j"/><jointpos joint="jj"/><jointpos name="l" joint="jo"/>',
    '<distance name="k" geom1="g" geom2="go"/><contact name="l" geom1="g"/><contact name="m" site="s" body2="out"/>',
    '<user name="k" objtype="body" objname="b" dim="1"/>',
)
TUPLES = (
    '<element objtype="body" objname="b"/>',
    '<element objtype="body" objname="b"/><element objtype="body" objname="world"/>',
    '<element objtype="body" objname="b"/><element objtype="body" objname="out"/>',
    '<element objtype="material" objname="mat"/><element objtype="numeric" objname="n"/>',
)
MIXTURES = (
    '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><equality><tendon name="te" tendon1="t"/>'
    "</equality>"
    '<actuator><motor name="a" tendon="t"/><motor name="b" joint="jo"/><motor name="c" joint="j"/></actuator>'
    '<sensor><tendonpos name="tp" tendon="t"/><actuatorpos name="ap" actuator="a"/><jointpos name="jp" joint="j"/>'
    '<clock name="cl"/><jointpos name="jpo" joint="jo"/></sensor><custom><tuple name="tt"><element objtype="actuator" '
    'objname="a"/></tuple></custom>',
    '<keyframe><key name="k" qpos="1 2 3" qvel="4"/><key time="2"/></keyframe>',
)


def sections() -> list[str]:
    """All of them, each as a section of a model."""
    lists = {"contact": CONTACTS, "equality": EQUALITIES, "tendon": TENDONS, "actuator": ACTUATORS, "sensor": SENSORS}
    found = [f"<{tag}>{inner}</{tag}>" for tag, inners in lists.items() for inner in inners]
    found += [f'<custom><numeric name="n" data="1"/><tuple name="t">{inner}</tuple></custom>' for inner in TUPLES]
    return found + list(MIXTURES)


def tree(copied: str, after: bool) -> str:
    """A world with something else before or after what is copied."""
    others = (copied, OUTER) if after else (OUTER, copied)
    return f'<worldbody><geom name="first" size="1"/>{"".join(others)}<geom name="last" size=".1"/></worldbody>'

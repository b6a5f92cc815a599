"""Every size and every array of Model: name | kind | shape | unit | meaning.

Of the kind "own" are reals of which each world of a batch may have its own while it goes in lanes with others.
"""

SIZE_TABLE = """
nq             | coordinates of position: length of qpos
nv             | degrees of freedom: length of qvel
nu             | control inputs: length of ctrl
nactuator      | actuators
nout           | forces of all actuators: length of actuator_force
nJmom          | entries of the actuator moments, over all forces
na             | activation variables of actuators: length of act
nbody          | bodies, the world included
njnt           | joints
ntree          | kinematic trees: groups of moving bodies that share no joint
nM             | entries of the inertia matrix: each dof with itself and its ancestors
nB             | entries of the body by dof pattern, over all bodies
nC             | entries of M: as nM, but only the diagonal for simple dofs
nD             | entries of the square matrix that couples each dof with ancestors and descendants
ngeom          | geoms
nsite          | sites
ncam           | cameras
nlight         | lights
nmesh          | meshes
nmeshvert      | vertices of all meshes
nmeshnormal    | normals of all meshes
nmeshtexcoord  | texture coordinates of all meshes
nmeshface      | triangles of all meshes
nmeshgraph     | integers of all convex hulls
nmeshpoly      | flat polygons of all convex hulls
nmeshpolyvert  | corners of all those polygons
nmeshpolymap   | polygons at all vertices of the hulls
nhfield        | height fields
nhfielddata    | heights of all height fields
ntex           | textures
nmat           | materials
npair          | explicit contact pairs
nexclude       | pairs of bodies that do not collide
neq            | equality constraints
ntendon        | tendons
nJten          | entries of the tendon Jacobian, over all tendons
nwrap          | joints, sites, geoms and pulleys in the paths of all tendons
nsensor        | sensors
nsensordata    | numbers written by all sensors
nnumeric       | custom numeric fields
nnumericdata   | numbers in all custom numeric fields
ntext          | custom text fields
ntextdata      | bytes in all custom text fields, end marks included
ntuple         | custom tuples
ntupledata     | objects in all custom tuples
nkey           | keyframes
nmocap         | bodies driven by motion capture
nuser_body     | user numbers per body
nuser_jnt      | user numbers per joint
nuser_geom     | user numbers per geom
nuser_site     | user numbers per site
nuser_cam      | user numbers per camera
nuser_tendon   | user numbers per tendon
nuser_actuator | user numbers per actuator
nuser_sensor   | user numbers per sensor
nnames         | bytes of all names, end marks included
nplastic       | variables of plastic springs: length of plastic
ngravcomp      | bodies with gravity compensation
nuserdata      | numbers in the user's own array
nhistory       | numbers in the delay buffers of actuators and sensors
"""

MODEL_TABLE = """
opt_timestep       | real  |                  | s        | time advanced by one step
opt_impratio       | real  |                  | -        | impedance of friction over that of the normal force
opt_tolerance      | real  |                  | -        | scaled improvement at which the solver stops
opt_ls_tolerance   | real  |                  | -        | relative slope at which the line search stops
opt_noslip_tolerance | real  |                  | -        | scaled improvement at which the slip correction stops
opt_ccd_tolerance  | real  |                  | m        | accuracy of distances found by the convex collision search
opt_sleep_tolerance | real  |                  | m/s      | speed under which a tree may fall asleep
opt_gravity        | own   | 3                | m/s²     | acceleration of gravity, world frame
opt_wind           | own   | 3                | m/s      | velocity of the surrounding medium, world frame
opt_magnetic       | own   | 3                | T        | magnetic flux felt by magnetometers, world frame
opt_density        | own   |                  | kg/m³    | density of the medium; 0: no lift and drag
opt_viscosity      | own   |                  | Pa s     | viscosity of the medium; 0: no viscous forces
opt_o_margin       | real  |                  | m        | margin of all contacts under the flag override
opt_o_solref       | real  | 2                | s, - or 1/s², 1/s | solver reference of contacts under the flag override
opt_o_solimp       | real  | 5                | -, -, m, -, - | solver impedance of contacts under the flag override
opt_o_friction     | real  | 5                | -, -, m, m, m | friction of contacts under the flag override
opt_integrator     | int   |                  | -        | how a step advances the state (Integrator)
opt_cone           | int   |                  | -        | shape of the friction cone (Cone)
opt_jacobian       | int   |                  | -        | storage of the constraint Jacobian (Jacobian)
opt_solver         | int   |                  | -        | constraint solver (Solver)
opt_iterations     | int   |                  | -        | most iterations of the constraint solver
opt_ls_iterations  | int   |                  | -        | most evaluations in one line search
opt_noslip_iterations | int   |                  | -        | most iterations of the slip correction; 0 skips it
opt_ccd_iterations | int   |                  | -        | most iterations of the convex collision search
opt_disableflags   | int   |                  | -        | what is switched off (bits of DisableBit)
opt_enableflags    | int   |                  | -        | what is switched on (bits of EnableBit)
opt_disableactuator | int   |                  | -        | groups of actuators switched off, one bit per group
opt_sdf_initpoints | int   |                  | -        | starting points of the signed distance search
opt_sdf_iterations | int   |                  | -        | iterations of the signed distance search
opt_position_update | int   |                  | -        | which velocity moves the positions (PositionUpdate)
opt_collision      | int   |                  | -        | which pairs of geoms are tested (CollisionMode)
stat_meaninertia   | real  |                  | kg or kg m² | mean diagonal of inertia in the reference pose
stat_meanmass      | real  |                  | kg       | mean mass of the bodies
stat_meansize      | real  |                  | m        | mean size of the geoms
stat_extent        | real  |                  | m        | half the size of the whole model
stat_center        | real  | 3                | m        | middle of the model in the reference pose
qpos0              | own   | nq               | m or rad | reference pose: where joint offsets are zero
qpos_spring        | own   | nq               | m or rad | pose in which joint springs are at rest
body_parentid      | int   | nbody            | -        | parent body; the world is its own
body_rootid        | int   | nbody            | -        | top ancestor below the world; the world is its own
body_weldid        | int   | nbody            | -        | topmost body this one is rigidly fixed to
body_mocapid       | int   | nbody            | -        | row in the motion capture arrays; -1 for none
body_jntnum        | int   | nbody            | -        | joints of the body
body_jntadr        | int   | nbody            | -        | first joint of the body; -1 for none
body_dofnum        | int   | nbody            | -        | degrees of freedom of the body's own joints
body_dofadr        | int   | nbody            | -        | first dof of the body; -1 for none
body_treeid        | int   | nbody            | -        | kinematic tree of the body; -1 where nothing can move it
body_geomnum       | int   | nbody            | -        | geoms of the body
body_geomadr       | int   | nbody            | -        | first geom of the body; -1 for none
body_simple        | byte  | nbody            | -        | 1: diagonal block of inertia; 2: also slides only
body_sameframe     | byte  | nbody            | -        | whether body and inertial frame coincide (SameFrame)
body_pos           | own   | nbody 3          | m        | origin of the body frame, parent frame
body_quat          | own   | nbody 4          | -        | orientation of the body frame, parent frame
body_ipos          | own   | nbody 3          | m        | centre of mass, body frame
body_iquat         | own   | nbody 4          | -        | orientation of the principal axes of inertia, body frame
body_mass          | own   | nbody            | kg       | mass
body_subtreemass   | own   | nbody            | kg       | mass of the body and everything below it
body_inertia       | own   | nbody 3          | kg m²    | principal moments of inertia about the centre of mass
body_invweight0    | own   | nbody 2          | 1/kg, 1/(kg m²) | mean inverse inertia in the reference pose
body_gravcomp      | own   | nbody            | -        | share of the weight carried by a counter-force
body_margin        | real  | nbody            | m        | largest margin plus gap among the body's geoms
body_user          | real  | nbody nuser_body | -        | numbers of the user, not read by the engine
body_contype       | int   | nbody            | -        | contact types of its geoms, joined bit by bit
body_conaffinity   | int   | nbody            | -        | contact affinities of its geoms, joined bit by bit
jnt_type           | int   | njnt             | -        | kind of joint (JointType)
jnt_qposadr        | int   | njnt             | -        | first coordinate of the joint in qpos
jnt_dofadr         | int   | njnt             | -        | first dof of the joint in qvel
jnt_bodyid         | int   | njnt             | -        | body moved by the joint
jnt_actuatorid     | int   | njnt             | -        | actuator that lends it damping or armature; -1: none, -2: several
jnt_group          | int   | njnt             | -        | display group
jnt_plasticadr     | int   | njnt             | -        | first variable of a plastic spring; -1 if elastic
jnt_limited        | bool  | njnt             | -        | whether the joint has a limit
jnt_actfrclimited  | bool  | njnt             | -        | whether the total actuator force is clamped
jnt_actgravcomp    | bool  | njnt             | -        | whether gravity compensation counts as actuator force
jnt_solref         | own   | njnt 2           | s, - or 1/s², 1/s | solver reference of the limit
jnt_solimp         | own   | njnt 5           | -, -, m or rad, -, - | solver impedance of the limit
jnt_pos            | own   | njnt 3           | m        | point the joint rotates about, body frame
jnt_axis           | own   | njnt 3           | -        | unit axis of a hinge or slide, body frame
jnt_stiffness      | own   | njnt             | N/m or N m/rad | spring stiffness, the constant term
jnt_stiffnesspoly  | own   | njnt 2           | N/m², N/m³ | stiffness terms of order 1 and 2; per radian in rotation
jnt_springyield    | own   | njnt             | m or rad | displacement at which the spring yields; 0 if elastic
jnt_range          | own   | njnt 2           | m or rad | lower and upper limit; for a ball 0 and the largest angle
jnt_actfrcrange    | own   | njnt 2           | N or N m | bounds of the total actuator force
jnt_margin         | own   | njnt             | m or rad | distance at which the limit becomes active
jnt_user           | real  | njnt nuser_jnt   | -        | numbers of the user, not read by the engine
dof_bodyid         | int   | nv               | -        | body moved by the dof
dof_jntid          | int   | nv               | -        | joint of the dof
dof_parentid       | int   | nv               | -        | next dof on the way to the root; -1 for none
dof_treeid         | int   | nv               | -        | kinematic tree of the dof
dof_Madr           | int   | nv               | -        | place of the diagonal element among the nM entries
dof_simplenum      | int   | nv               | -        | simple dofs in a row from here on; 0 if not simple
dof_solref         | own   | nv 2             | s, - or 1/s², 1/s | solver reference of dry friction
dof_solimp         | own   | nv 5             | -, -, m or rad, -, - | solver impedance of dry friction
dof_frictionloss   | own   | nv               | N or N m | largest force of dry friction
dof_armature       | own   | nv               | kg or kg m² | inertia added on the diagonal, as of a geared rotor
dof_damping        | own   | nv               | N s/m or N m s/rad | damping, the constant term
dof_dampingpoly    | own   | nv 2             | N s²/m² … | damping terms of order 1 and 2; per radian in rotation
dof_invweight0     | own   | nv               | 1/kg or 1/(kg m²) | mean inverse inertia in the reference pose
dof_M0             | own   | nv               | kg or kg m² | diagonal of the inertia matrix in the reference pose
dof_length         | real  | nv               | - or m   | length that makes the velocity a speed: 1 for slides
tree_bodyadr       | int   | ntree            | -        | first body of the tree
tree_bodynum       | int   | ntree            | -        | bodies of the tree
tree_dofadr        | int   | ntree            | -        | first dof of the tree
tree_dofnum        | int   | ntree            | -        | degrees of freedom of the tree
tree_sleep_policy  | int   | ntree            | -        | when the tree may sleep (SleepPolicy)
geom_type          | int   | ngeom            | -        | shape (GeomType)
geom_contype       | int   | ngeom            | -        | bits tested against the other geom's affinity
geom_conaffinity   | int   | ngeom            | -        | bits tested against the other geom's contact type
geom_condim        | int   | ngeom            | -        | dimensions of the contact force: 1, 3, 4 or 6
geom_bodyid        | int   | ngeom            | -        | body the geom is fixed to
geom_dataid        | int   | ngeom            | -        | mesh or height field of the geom; -1 for none
geom_matid         | int   | ngeom            | -        | material; -1 for none
geom_group         | int   | ngeom            | -        | display group
geom_priority      | int   | ngeom            | -        | the geom of higher priority sets the contact parameters
geom_sameframe     | byte  | ngeom            | -        | frame of the body it coincides with (SameFrame)
geom_castshadow    | bool  | ngeom            | -        | whether the geom casts a shadow
geom_solmix        | own   | ngeom            | -        | weight in the mean of two geoms' solver parameters
geom_solref        | own   | ngeom 2          | s, - or 1/s², 1/s | solver reference of contacts
geom_solimp        | own   | ngeom 5          | -, -, m, -, - | solver impedance of contacts
geom_size          | real  | ngeom 3          | m        | radius, half lengths or half widths, by shape
geom_aabb          | real  | ngeom 6          | m        | box around the shape in its own frame: centre, half widths
geom_rbound        | real  | ngeom            | m        | radius of a sphere around the shape; 0 for a plane
geom_pos           | own   | ngeom 3          | m        | centre of the geom, body frame
geom_quat          | own   | ngeom 4          | -        | orientation of the geom, body frame
geom_friction      | own   | ngeom 3          | -, m, m  | friction coefficients: sliding, torsional, rolling
geom_margin        | real  | ngeom            | m        | distance by which the surface is inflated in contacts
geom_gap           | real  | ngeom            | m        | further distance of contacts that carry no force
geom_surfacevel    | real  | ngeom 6          | m/s, rad/s | velocity of the surface, geom frame: linear, angular
geom_adhesion      | real  | ngeom            | N        | force with which contacts of the geom stick
geom_fluid         | real  | ngeom 12         | -        | fluid model: on, five coefficients, virtual mass and inertia
geom_user          | real  | ngeom nuser_geom | -        | numbers of the user, not read by the engine
geom_rgba          | float | ngeom 4          | -        | colour and opacity where there is no material
site_type          | int   | nsite            | -        | shape (GeomType)
site_bodyid        | int   | nsite            | -        | body the site is fixed to
site_dataid        | int   | nsite            | -        | mesh of the site; -1 for none
site_matid         | int   | nsite            | -        | material; -1 for none
site_group         | int   | nsite            | -        | display group
site_sameframe     | byte  | nsite            | -        | frame of the body it coincides with (SameFrame)
site_size          | real  | nsite 3          | m        | radius, half lengths or half widths, by shape
site_pos           | own   | nsite 3          | m        | centre of the site, body frame
site_quat          | own   | nsite 4          | -        | orientation of the site, body frame
site_user          | real  | nsite nuser_site | -        | numbers of the user, not read by the engine
site_rgba          | float | nsite 4          | -        | colour and opacity where there is no material
cam_mode           | int   | ncam             | -        | how the camera follows its body (CamLight)
cam_bodyid         | int   | ncam             | -        | body the camera is fixed to
cam_targetbodyid   | int   | ncam             | -        | body the camera looks at; -1 for none
cam_pos            | own   | ncam 3           | m        | position, body frame
cam_quat           | own   | ncam 4           | -        | orientation, body frame; the camera looks along its -z
cam_poscom0        | own   | ncam 3           | m        | offset from the subtree's mass centre in the reference pose
cam_pos0           | own   | ncam 3           | m        | offset from the body in the reference pose, world frame
cam_mat0           | own   | ncam 9           | -        | orientation in the reference pose, world frame, by rows
cam_projection     | int   | ncam             | -        | kind of projection (Projection)
cam_fovy           | real  | ncam             | deg or m | vertical field of view; a height if orthographic
cam_ipd            | real  | ncam             | m        | distance between the eyes in stereo
cam_resolution     | int   | ncam 2           | -        | pixels of the image: width, height
cam_output         | int   | ncam             | -        | images the camera gives (bits of CamOutput)
cam_sensorsize     | float | ncam 2           | m        | width and height of the image sensor; 0 if unset
cam_intrinsic      | float | ncam 4           | m        | focal lengths in x and y, principal point
cam_user           | real  | ncam nuser_cam   | -        | numbers of the user, not read by the engine
light_mode         | int   | nlight           | -        | how the light follows its body (CamLight)
light_bodyid       | int   | nlight           | -        | body the light is fixed to
light_targetbodyid | int   | nlight           | -        | body the light points at; -1 for none
light_type         | int   | nlight           | -        | kind of light (LightType)
light_texid        | int   | nlight           | -        | texture of an image light; -1 for none
light_castshadow   | bool  | nlight           | -        | whether the light casts shadows
light_bulbradius   | float | nlight           | m        | radius of the bulb, for soft shadows
light_intensity    | float | nlight           | cd       | luminous intensity, for physical renderers
light_range        | float | nlight           | m        | distance beyond which the light has no effect
light_active       | bool  | nlight           | -        | whether the light is on
light_pos          | own   | nlight 3         | m        | position, body frame
light_dir          | own   | nlight 3         | -        | unit direction, body frame
light_poscom0      | own   | nlight 3         | m        | offset from the subtree's mass centre in the reference pose
light_pos0         | own   | nlight 3         | m        | offset from the body in the reference pose, world frame
light_dir0         | own   | nlight 3         | -        | unit direction in the reference pose, world frame
light_attenuation  | float | nlight 3         | -, 1/m, 1/m² | loss with distance: coefficients of order 0, 1, 2
light_cutoff       | float | nlight           | deg      | half angle of a spotlight's cone
light_softness     | float | nlight           | -        | softness of a spotlight's edge
light_exponent     | float | nlight           | -        | how strongly a spotlight fades towards its edge
light_ambient      | float | nlight 3         | -        | ambient colour
light_diffuse      | float | nlight 3         | -        | diffuse colour
light_specular     | float | nlight 3         | -        | specular colour
mesh_vertadr       | int   | nmesh            | -        | first vertex
mesh_vertnum       | int   | nmesh            | -        | vertices
mesh_faceadr       | int   | nmesh            | -        | first triangle
mesh_facenum       | int   | nmesh            | -        | triangles
mesh_normaladr     | int   | nmesh            | -        | first normal
mesh_normalnum     | int   | nmesh            | -        | normals
mesh_texcoordadr   | int   | nmesh            | -        | first texture coordinate; -1 for none
mesh_texcoordnum   | int   | nmesh            | -        | texture coordinates
mesh_graphadr      | int   | nmesh            | -        | first integer of the convex hull; -1 for none
mesh_extrema       | int   | nmesh 27         | -        | farthest vertices along the 27 directions of a 3 by 3 by 3 grid
mesh_vert          | float | nmeshvert 3      | m        | vertices, frame of the mesh
mesh_normal        | float | nmeshnormal 3    | -        | normals, frame of the mesh
mesh_texcoord      | float | nmeshtexcoord 2  | -        | texture coordinates
mesh_face          | int   | nmeshface 3      | -        | vertices of each triangle, counted within the mesh
mesh_facenormal    | int   | nmeshface 3      | -        | normals of each triangle, counted within the mesh
mesh_facetexcoord  | int   | nmeshface 3      | -        | texture coordinates of each triangle, counted within the mesh
mesh_graph         | int   | nmeshgraph       | -        | convex hulls: sizes, vertices, edges, triangles
mesh_scale         | real  | nmesh 3          | -        | scale that was applied to the file's vertices
mesh_pos           | real  | nmesh 3          | m        | shift that was applied to the file's vertices
mesh_quat          | real  | nmesh 4          | -        | rotation that was applied to the file's vertices
mesh_polynum       | int   | nmesh            | -        | flat polygons of the convex hull
mesh_polyadr       | int   | nmesh            | -        | first of those polygons
mesh_polynormal    | real  | nmeshpoly 3      | -        | outward unit normal of each polygon, frame of the mesh
mesh_polyvertadr   | int   | nmeshpoly        | -        | first corner of each polygon in mesh_polyvert
mesh_polyvertnum   | int   | nmeshpoly        | -        | corners of each polygon
mesh_polyvert      | int   | nmeshpolyvert    | -        | vertex of each corner, counted within the mesh
mesh_polymapadr    | int   | nmeshvert        | -        | first polygon at each vertex in mesh_polymap
mesh_polymapnum    | int   | nmeshvert        | -        | polygons at each vertex
mesh_polymap       | int   | nmeshpolymap     | -        | polygons at the vertices, counted within the mesh
hfield_size        | real  | nhfield 4        | m        | half widths along x and y, height of the data, depth of the base
hfield_nrow        | int   | nhfield          | -        | rows of the grid, along y
hfield_ncol        | int   | nhfield          | -        | columns of the grid, along x
hfield_adr         | int   | nhfield          | -        | first height in hfield_data
hfield_data        | float | nhfielddata      | -        | heights between 0 and 1, row by row
tex_type           | int   | ntex             | -        | how the texture is mapped (TextureType)
tex_colorspace     | int   | ntex             | -        | meaning of the colours (ColorSpace)
tex_height         | int   | ntex             | -        | rows of the image
tex_width          | int   | ntex             | -        | columns of the image
tex_nchannel       | int   | ntex             | -        | channels of a pixel
mat_texid          | int   | nmat 10          | -        | texture for each role (TextureRole); -1 for none
mat_texuniform     | bool  | nmat             | -        | whether texture size is independent of object size
mat_texrepeat      | float | nmat 2           | -        | repetitions of the texture along its two directions
mat_emission       | float | nmat             | -        | own light, as a share of the colour
mat_specular       | float | nmat             | -        | strength of highlights
mat_shininess      | float | nmat             | -        | sharpness of highlights, 0 to 1
mat_reflectance    | float | nmat             | -        | strength of mirror images, 0 for none
mat_metallic       | float | nmat             | -        | how metallic the surface is; negative where unset
mat_roughness      | float | nmat             | -        | how rough the surface is; negative where unset
mat_rgba           | float | nmat 4           | -        | colour and opacity
pair_dim           | int   | npair            | -        | dimensions of the contact force: 1, 3, 4 or 6
pair_geom1         | int   | npair            | -        | first geom
pair_geom2         | int   | npair            | -        | second geom
pair_signature     | int   | npair            | -        | both bodies in one number: the first, shifted by 16 bits, and the second
pair_solref        | own   | npair 2          | s, - or 1/s², 1/s | solver reference along the normal
pair_solreffriction | own   | npair 2          | s, - or 1/s², 1/s | solver reference of friction; zeros: as along the normal
pair_solimp        | own   | npair 5          | -, -, m, -, - | solver impedance
pair_margin        | real  | npair            | m        | distance by which the surfaces are inflated
pair_gap           | real  | npair            | m        | further distance of contacts that carry no force
pair_adhesion      | real  | npair            | N        | force with which the contacts stick
pair_friction      | own   | npair 5          | -, -, m, m, m | friction: two tangents, torsion, two rolling axes
exclude_signature  | int   | nexclude         | -        | both bodies in one number: the first, shifted by 16 bits, and the second
eq_type            | int   | neq              | -        | kind of equality (EqType)
eq_obj1id          | int   | neq              | -        | first body, site, joint, tendon or geom
eq_obj2id          | int   | neq              | -        | second one; -1 for none
eq_objtype         | int   | neq              | -        | what both are (ObjType); UNKNOWN for joints
eq_active0         | bool  | neq              | -        | whether the constraint is on at the start
eq_solref          | own   | neq 2            | s, - or 1/s², 1/s | solver reference
eq_solimp          | own   | neq 5            | -, -, m or rad, -, - | solver impedance
eq_data            | own   | neq 12           | -        | numbers of the constraint, by its kind
tendon_type        | int   | ntendon          | -        | fixed or spatial (TendonType)
tendon_adr         | int   | ntendon          | -        | first object of the path
tendon_num         | int   | ntendon          | -        | objects of the path
tendon_matid       | int   | ntendon          | -        | material; -1 for none
tendon_actuatorid  | int   | ntendon          | -        | actuator that lends damping or armature; -1: none, -2: several
tendon_group       | int   | ntendon          | -        | group, for display
tendon_plasticadr  | int   | ntendon          | -        | first variable of its plastic spring; -1 for an elastic one
tendon_treenum     | int   | ntendon          | -        | kinematic trees along the path
tendon_treeid      | int   | ntendon 2        | -        | the first two of them; -1 for none
ten_J_rownnz       | int   | ntendon          | -        | entries of the row of the tendon Jacobian
ten_J_rowadr       | int   | ntendon          | -        | first entry of the row
ten_J_colind       | int   | nJten            | -        | dof of each entry, ascending
tendon_limited     | bool  | ntendon          | -        | whether the length has limits
tendon_actfrclimited | bool  | ntendon          | -        | whether the force of all actuators on it is clamped
tendon_width       | real  | ntendon          | m        | width, for display
tendon_solref_lim  | own   | ntendon 2        | s, - or 1/s², 1/s | solver reference of the limits
tendon_solimp_lim  | own   | ntendon 5        | -, -, m or rad, -, - | solver impedance of the limits
tendon_solref_fri  | own   | ntendon 2        | s, - or 1/s², 1/s | solver reference of dry friction
tendon_solimp_fri  | own   | ntendon 5        | -, -, m or rad, -, - | solver impedance of dry friction
tendon_range       | own   | ntendon 2        | m or rad | limits of the length
tendon_actfrcrange | own   | ntendon 2        | N or N m | bounds of the force of all actuators on it
tendon_margin      | own   | ntendon          | m or rad | distance from a limit at which it begins to act
tendon_stiffness   | own   | ntendon          | N/m or N m/rad | stiffness of the spring, the constant term
tendon_stiffnesspoly | own   | ntendon 2        | N/m² …   | stiffness terms of order 1 and 2
tendon_damping     | own   | ntendon          | N s/m or N m s/rad | damping, the constant term
tendon_dampingpoly | own   | ntendon 2        | N s²/m² … | damping terms of order 1 and 2
tendon_armature    | own   | ntendon          | kg or kg m² | inertia against changes of the length
tendon_frictionloss | own   | ntendon          | N or N m | dry friction
tendon_lengthspring | own   | ntendon 2        | m or rad | lengths between which the spring is at rest
tendon_springyield | own   | ntendon          | m or rad | displacement beyond which a plastic spring yields
tendon_length0     | own   | ntendon          | m or rad | length in the reference pose
tendon_invweight0  | own   | ntendon          | 1/kg or 1/(kg m²) | inverse inertia in the reference pose
tendon_user        | real  | ntendon nuser_tendon | -        | numbers of the user, not read by the engine
tendon_rgba        | float | ntendon 4        | -        | colour and opacity, for display
wrap_type          | int   | nwrap            | -        | kind of the object in the path (WrapType)
wrap_objid         | int   | nwrap            | -        | joint, site or geom; -1 for a pulley
wrap_prm           | real  | nwrap            | -        | coefficient of a joint, divisor of a pulley, side site of a geom
actuator_trntype   | int   | nactuator        | -        | what the actuator acts on (TrnType)
actuator_dyntype   | int   | nactuator        | -        | how activation follows control (DynType)
actuator_gaintype  | int   | nactuator        | -        | how force depends on control (GainType)
actuator_biastype  | int   | nactuator        | -        | force without control (BiasType)
actuator_ctrladr   | int   | nactuator        | -        | first control
actuator_ctrlnum   | int   | nactuator        | -        | controls
actuator_ctrlspec  | int   | nactuator        | -        | which inputs the controls are, by kind of gain
actuator_outadr    | int   | nactuator        | -        | first force
actuator_outnum    | int   | nactuator        | -        | forces
actuator_actadr    | int   | nactuator        | -        | first activation; -1 for none
actuator_actnum    | int   | nactuator        | -        | activations
actuator_actspec   | int   | nactuator        | -        | which states of a controller or motor the activations are
actuator_trnid     | int   | nactuator 2      | -        | joint, tendon, site or body it acts on, and a second one; -1 for none
actuator_cranklength | own   | nactuator        | m        | length of the rod of a slider-crank
actuator_dynprm    | own   | nactuator 10     | -        | parameters of the activation
actuator_gainprm   | own   | nactuator 10     | -        | parameters of the gain
actuator_biasprm   | own   | nactuator 10     | -        | parameters of the bias
actuator_actlimited | bool  | nactuator        | -        | whether activations are clamped
actuator_actrange  | own   | nactuator 2      | -        | bounds of the activations
actuator_actearly  | bool  | nactuator        | -        | whether force uses the activation at the end of the step
actuator_history   | int   | nactuator 2      | -        | delay buffer: samples, kind of interpolation
actuator_historyadr | int   | nactuator        | -        | first number of the delay buffer; -1 for none
actuator_delay     | real  | nactuator        | s        | delay of the controls
actuator_damping   | own   | nactuator        | N s/m or N m s/rad | damping of the transmission, the constant term
actuator_dampingpoly | own   | nactuator 2      | N s²/m² … | damping terms of order 1 and 2
actuator_armature  | own   | nactuator        | kg or kg m² | inertia of the rotor, before the gear
actuator_group     | int   | nactuator        | -        | group, for switching off and for display
actuator_user      | real  | nactuator nuser_actuator | -        | numbers of the user, not read by the engine
actuator_forcelimited | bool  | nactuator        | -        | whether forces are clamped
actuator_forcerange | own   | nactuator 2      | N or N m | bounds of the forces
actuator_ctrllimited | bool  | nu               | -        | whether the control is clamped
actuator_ctrlrange | own   | nu 2             | -        | bounds of the control
actuator_gear      | own   | nout 6           | -        | factors of length and force; for a body a wrench
actuator_acc0      | own   | nout             | m/s² or rad/s² | acceleration by a unit force in the reference pose
actuator_length0   | real  | nout             | m or rad | length in the reference pose
actuator_lengthrange | own   | nout 2           | m or rad | range of lengths the actuator can have
trn_rownnz         | int   | nout             | -        | entries of each row of the moments: dofs that change the length
trn_rowadr         | int   | nout             | -        | first entry of each row of the moments
trn_colind         | int   | nJmom            | -        | dof of each entry of the moments
sensor_type        | int   | nsensor          | -        | kind of sensor (SensorType)
sensor_datatype    | int   | nsensor          | -        | what its readings are (DataType)
sensor_needstage   | int   | nsensor          | -        | stage after which it is read (Stage)
sensor_objtype     | int   | nsensor          | -        | kind of the object it senses (ObjType)
sensor_objid       | int   | nsensor          | -        | that object; -1 for none
sensor_reftype     | int   | nsensor          | -        | kind of the object it is read against (ObjType)
sensor_refid       | int   | nsensor          | -        | that object; -1 for none
sensor_intprm      | int   | nsensor 3        | -        | parameters: what is told, which contacts, how many
sensor_dim         | int   | nsensor          | -        | readings
sensor_adr         | int   | nsensor          | -        | first reading in sensordata
sensor_cutoff      | real  | nsensor          | -        | largest reading, or reach of a distance; 0: no bound
sensor_noise       | real  | nsensor          | -        | standard deviation of noise, not read by the engine
sensor_history     | int   | nsensor 2        | -        | delay buffer: samples, kind of interpolation
sensor_historyadr  | int   | nsensor          | -        | first number of the delay buffer; -1 for none
sensor_delay       | real  | nsensor          | s        | delay of the readings
sensor_interval    | real  | nsensor 2        | s        | period and phase of the readings; period 0: every step
sensor_user        | real  | nsensor nuser_sensor | -        | numbers of the user, not read by the engine
numeric_adr        | int   | nnumeric         | -        | first number of the field in numeric_data
numeric_size       | int   | nnumeric         | -        | numbers in the field
numeric_data       | real  | nnumericdata     | -        | numbers of all custom numeric fields
text_adr           | int   | ntext            | -        | first byte of the text in text_data
text_size          | int   | ntext            | -        | bytes of the text, end mark included
text_data          | char  | ntextdata        | -        | bytes of all custom texts, each ended by a zero
tuple_adr          | int   | ntuple           | -        | first object of the tuple in the tuple_obj arrays
tuple_size         | int   | ntuple           | -        | objects in the tuple
tuple_objtype      | int   | ntupledata       | -        | kind of each object (ObjType)
tuple_objid        | int   | ntupledata       | -        | index of each object within its kind
tuple_objprm       | real  | ntupledata       | -        | number attached to each object
key_time           | real  | nkey             | s        | time of the keyframe
key_qpos           | real  | nkey nq          | m or rad | positions
key_qvel           | real  | nkey nv          | m/s or rad/s | velocities
key_act            | real  | nkey na          | -        | activations of actuators
key_mpos           | real  | nkey nmocap*3    | m        | positions of motion capture bodies, one after the other
key_mquat          | real  | nkey nmocap*4    | -        | orientations of motion capture bodies, one after the other
key_ctrl           | real  | nkey nu          | -        | controls
key_plastic        | real  | nkey nplastic    | m or rad | rest positions of plastic springs
B_rownnz           | int   | nbody            | -        | body by dof pattern: dofs above or below the body
B_rowadr           | int   | nbody            | -        | body by dof pattern: first entry of the body
B_colind           | int   | nB               | -        | body by dof pattern: dof of each entry
M_rownnz           | int   | nv               | -        | inertia matrix: entries stored in the row of each dof
M_rowadr           | int   | nv               | -        | inertia matrix: first entry of the row
M_colind           | int   | nC               | -        | inertia matrix: column of each entry, the diagonal last
mapM2M             | int   | nC               | -        | place of each entry of M among the nM entries
D_rownnz           | int   | nv               | -        | square pattern: entries of the row
D_rowadr           | int   | nv               | -        | square pattern: first entry of the row
D_diag             | int   | nv               | -        | square pattern: place of the diagonal within the row
D_colind           | int   | nD               | -        | square pattern: column of each entry, ascending
mapM2D             | int   | nD               | -        | place in M of each entry of the square pattern; -1 for none
mapD2M             | int   | nC               | -        | place in the square pattern of each entry of M
"""

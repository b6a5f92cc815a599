"""Spec or Model -> MJCF text."""

from knuckle.write.canonical import spec_to_xml as spec_to_xml
from knuckle.write.decompile.model_spec import model_to_spec as model_to_spec
from knuckle.write.notation import in_own_notation as in_own_notation
from knuckle.write.saving import model_to_xml as model_to_xml
from knuckle.write.saving import save_model_xml as save_model_xml
from knuckle.write.saving import save_spec_xml as save_spec_xml

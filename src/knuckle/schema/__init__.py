"""Facts without logic: fields, elements, enumerations."""

"""What a contact is physically, in numbers alone: stiffness, damping, restitution, and solver parameters."""

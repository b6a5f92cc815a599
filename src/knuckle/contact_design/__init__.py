"""Contacts in physical terms: stiffness, damping, restitution."""

"""What users call on a model and a data: stages, whole steps, queries, rays, contact hooks."""

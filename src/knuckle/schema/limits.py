"""What the numbers of a model may be: which must be finite, how many dimensions a contact has, how far copies go."""

CONTACT_DIMENSIONS = (1, 3, 4, 6)
MOST_NESTED = 50  # models that are attached inside each other
MOST_COPIES = 1 << 18  # elements that replicas and attached models may add to one file
STEPS_AWAKE = 10  # that a tree is at rest before it may sleep
DIMENSION_FIELDS = ("geom_condim", "pair_dim")

# ranges without a limit on one side; all other reals of a model are finite
MAY_BE_INFINITE = frozenset(
    {
        *("jnt_range", "jnt_actfrcrange", "tendon_range", "tendon_actfrcrange"),
        *("actuator_actrange", "actuator_forcerange", "actuator_ctrlrange", "light_range"),
    }
)


def is_free_for_users(field: str) -> bool:
    """Whether a field holds numbers that no physics reads, which may be anything."""
    return field.endswith("_user") or field == "numeric_data"

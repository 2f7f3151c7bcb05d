"""Row 5: the properties that every model must have, as checks on a user's own model and data."""

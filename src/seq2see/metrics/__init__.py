"""Row 1: scores of strings against strings."""

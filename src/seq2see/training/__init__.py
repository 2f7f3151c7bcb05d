"""Row 4: finding the weights of a recipe."""

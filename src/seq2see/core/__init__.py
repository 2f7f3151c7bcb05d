"""Row 0: errors, the recipe, taps and seeds. Nothing here imports another part."""

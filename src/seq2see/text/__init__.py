"""Row 1: strings, symbols and their numbers. Nothing here knows a tensor or a model."""

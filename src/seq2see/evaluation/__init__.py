"""Row 3: a model's scores on pairs. Nothing here knows how the model was trained."""

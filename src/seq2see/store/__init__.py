"""Row 3: the model directory, the only way in and out for a trained model."""

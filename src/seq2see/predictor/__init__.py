"""Row 4: answer, score and explain with a trained model."""

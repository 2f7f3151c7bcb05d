"""Row 2: searching for an answer, against the models' contract alone."""

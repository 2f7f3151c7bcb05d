"""Row 3: looking into a model from outside: traces, alignments, parameters."""

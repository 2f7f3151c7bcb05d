"""Row 2: tasks and files give pairs, pairs give batches. Nothing here knows a model."""

"""Row 1: networks under one contract. They know tensors, never strings, files or viewers."""

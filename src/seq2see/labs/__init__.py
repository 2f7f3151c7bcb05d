"""Row 6: what labs are given: requests, and the traces that answer them."""

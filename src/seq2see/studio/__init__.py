"""Row 7: the studio: a server on this machine that shows models in a browser."""

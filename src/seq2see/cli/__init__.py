"""Row 8: the command line, one file a command; heavy imports stand inside the commands."""

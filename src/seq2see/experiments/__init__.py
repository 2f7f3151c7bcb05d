"""Row 5: the published figures of the chapters, made again and held against ours."""

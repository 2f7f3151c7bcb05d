"""Debian's Chromium for every test that opens a page."""

from chromium import browser

__all__ = ["browser"]

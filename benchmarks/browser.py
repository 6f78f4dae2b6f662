"""Finds the browser for tests and benchmarks of the client: the system's, or the one that Playwright installed."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

NAMES = ("chromium", "google-chrome")  # as in the Makefile's `browser`
# Chromium's sandbox does not work for root, and test machines have no graphics card.
FLAGS = ["--no-sandbox", "--disable-gpu"]


def find_browser(playwright: "Playwright") -> str | None:
    """Return the path of a browser, or None."""
    installed = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, NAMES)), installed if Path(installed).exists() else None)

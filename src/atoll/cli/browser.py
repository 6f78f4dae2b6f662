"""The browser that the client is tested and measured in: the system's, or the one that Playwright installed."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Playwright

NAMES = ("chromium", "google-chrome")  # as in the Makefile's `browser`
# Root may not have a sandbox of its own, and machines for tests have no graphics card.
FLAGS = ["--no-sandbox", "--disable-gpu"]


def find_browser(playwright: "Playwright") -> str | None:
    """Return the path of a browser, or None where there is none."""
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, NAMES)), own if Path(own).exists() else None)

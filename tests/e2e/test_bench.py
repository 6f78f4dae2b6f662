"""`atoll bench web` measures what it says."""

import subprocess
import sys

import pytest

from atoll.cli import bench_web
from e2e.conftest import DRAWN


def test_the_client_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_web, "DECISIONS", 4)
    monkeypatch.setattr(bench_web, "LOADS", 1)
    figures = {figure.id: figure.value for figure in bench_web.measure()}
    wanted = ["web.first_contentful_paint", "web.first_screen_and_table_js"]
    for kind in DRAWN:
        wanted += [f"web.{kind}.board_js", f"web.{kind}.click_to_drawn_p50", f"web.{kind}.click_to_drawn_p95"]
        wanted += [f"web.{kind}.scrub_100_positions"]
    assert list(figures) == wanted
    assert all(value > 0 for value in figures.values())


def test_without_playwright_a_sentence_says_what_is_missing() -> None:
    code = "import sys; sys.modules['playwright.sync_api'] = None; from atoll.cli import main; main(['bench', 'web'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "atoll: `atoll bench web` needs Playwright: pip install playwright\n")

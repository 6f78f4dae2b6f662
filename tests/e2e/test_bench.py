"""`python -m benchmarks web` yields all its figures."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import web
from e2e.conftest import DRAWN

ROOT = Path(__file__).parents[2]


def test_the_client_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "DECISIONS", 4)
    monkeypatch.setattr(web, "LOADS", 1)
    figures = {figure.id: figure.value for figure in web.measure()}
    wanted = ["web.first_contentful_paint", "web.first_screen_and_table_js"]
    for game in DRAWN:
        wanted += [f"web.{game}.board_js", f"web.{game}.click_to_drawn_p50", f"web.{game}.click_to_drawn_p95"]
        wanted += [f"web.{game}.scrub_100_positions"]
    assert list(figures) == wanted
    assert all(value > 0 for value in figures.values())


def test_without_playwright_a_sentence_says_what_is_missing() -> None:
    code = "import sys; sys.modules['playwright.sync_api'] = None; from benchmarks.__main__ import main; main(['web'])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    sentence = "benchmarks: `python -m benchmarks web` needs Playwright: pip install playwright\n"
    assert (done.returncode, done.stderr) == (2, sentence)

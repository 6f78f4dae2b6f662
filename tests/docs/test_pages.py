"""The documentation agrees with the code. Generated parts and doctests need no test here."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from atoll import Game
from atoll.kit.heuristic import LEVEL_NAMES
from atoll.kit.locale import LANGUAGES
from atoll.kit.options import option_text
from atoll.testing.sample_games import sampled

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LARGEST_PICTURE, LARGEST_FILM = 150_000, 1_500_000
# The parts of a decision's text that vary, as in `take 17`, `pay r2` and `finish c2 N`.
VARYING = ("[a-jz][0-6]", "[rygb][1-4]", "[0-9]+", "[NESW]", "[rygbp]")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def rows(page: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading."""
    lines = page.partition(f"\n## {heading}\n")[2].splitlines()
    table = [line for line in lines[: lines.index("", lines.index("|---|---|---|"))] if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def numbers(text: str) -> range:
    """Return the decision ids that `7`, `3, 4` or `0 to 2` stand for."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    return range(found[0], found[-1] + 1)


def pattern(example: str) -> str:
    """Return a pattern for texts like the example."""
    meant = {part: next((form for form in VARYING if re.fullmatch(form, part)), part) for part in example.split()}
    return " ".join(meant[part] for part in example.split())


def test_the_decision_table_has_every_decision_as_it_is_written(game: Game) -> None:
    table = {
        number: [pattern(example) for example in re.findall("`(.+?)`", examples)]
        for decisions, examples, _ in rows(read(DOCS / f"{game.id}.md"), "Decisions")
        for number in numbers(decisions)
    }
    assert list(table) == list(range(game.kernel.decisions))
    seen = set()
    for state, _, _ in sampled(game, step=2):
        for decision in state.legal():
            text = game.format(state, decision)
            assert any(re.fullmatch(known, text) for known in table[decision]), (decision, text, table[decision])
            seen.add(decision)
    assert len(seen) > len(table) // 2


def test_the_page_of_a_game_has_its_options_and_the_fields_of_a_position(game: Game) -> None:
    page = read(DOCS / f"{game.id}.md")
    documented = [(re.findall("`(.+?)`", names), values, rule) for names, values, rule in rows(page, "Options")]
    for option in game.options:
        values, rule = next((values, rule) for names, values, rule in documented if option.name in names)
        assert option.rule in rule
        assert f"`{option_text(option.values[0])}`" in values
    named = {
        name for names in re.findall(r"^\| (`.+?) \|", page, re.MULTILINE) for name in re.findall("`(.+?)`", names)
    }
    position = [word.partition("=")[0] for word in game.deal(game.min_players, 1).position.split()[1:]]
    assert set(position) - {"seats"} - {option.name for option in game.options} <= named


def test_the_page_of_a_game_counts_its_components(game: Game) -> None:
    items = game.components(game.standard)["items"]
    line = next(line for line in read(DOCS / f"{game.id}.md").splitlines() if line.startswith("- **Components**"))
    assert [int(number) for number in re.findall(r"\d+", line)] == list(Counter(map(tuple, items)).values())


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    shown = "".join(read(path) for path in [ROOT / "README.md", *DOCS.rglob("*.md"), DOCS / "hooks.py"])
    for picture in (DOCS / "pictures").iterdir():
        assert picture.name in shown or picture.stem.endswith("-components"), picture.name
        limit = LARGEST_FILM if picture.stem.endswith("-turn") else LARGEST_PICTURE
        assert picture.stat().st_size <= limit, picture.name


def test_the_walk_through_a_new_game_quotes_its_files() -> None:
    quoted = set(re.findall(r"^--8<--\n([\w.]+)", read(DOCS / "add-a-game.md"), re.MULTILINE))
    files = {path.name for path in (ROOT / "examples" / "games" / "pearls").glob("*.py")}
    assert files - quoted == {"test_bots.py"}


def links(text: str) -> Iterator[str]:
    return (link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.name)
def test_links_lead_to_files_of_the_repository(page: Path) -> None:
    for link in links(read(page)):
        assert (page.parent / link).is_file(), link


def test_the_readme_counts_levels_and_languages_and_names_the_oldest_python() -> None:
    readme, project = read(ROOT / "README.md"), tomllib.loads(read(ROOT / "pyproject.toml"))
    assert ("bots of six levels" in readme, len(LEVEL_NAMES)) == (True, 6)
    assert ("five languages" in readme, len(LANGUAGES)) == (True, 5)
    assert f"Python {project['project']['requires-python'].removeprefix('>=')} or newer" in readme

"""Adds to the site what the code knows: rules, components, observations, routes, and the files that pages link to.

MkDocs calls the functions whose names begin with `on_`. Pages can also be read in the repository: there their links
lead to files, and on the site to the pages or copies of these files.
"""

import json
import logging
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import atoll
from atoll import Game
from atoll.core.rulebook import RULE, rulebook, rules
from atoll.kit.locale import ENGLISH, LANGUAGES

log = logging.getLogger("mkdocs.hooks")  # MkDocs counts the warnings of this logger
ROOT = Path(__file__).parent.parent
FOLDER = "src/atoll/games"
NAMES = {"en": "English", "pl": "Polski", "it": "Italiano", "nl": "Nederlands", "fr": "Français"}
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md", "README.md": "index.md"}
CODE = re.compile(r"(```.*?```|`[^`]*`)", re.DOTALL)
OTHER_HOST = re.compile(r'<(?:script|img|link(?! rel="canonical"))\b[^>]*(?:src|href)="(?:https?:)?//[^>]*>')
OBSERVATION = re.compile(r"<!-- observation (\w+) -->")
ROUTES = "<!-- routes -->"


# Files


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages made from the code, and every file that a page links to."""
    for game in atoll.find_games().values():
        for language in LANGUAGES:
            files.append(File.generated(config, rules_page(game, language), content=rules_text(game, language)))
        data = f"{FOLDER}/{game.id}/{game.part('components').FILE}"
        files.append(File.generated(config, f"components/{game.id}.md", content=components_text(game, data)))
        files.append(File.generated(config, f"source/{data}", abs_src_path=str(ROOT / data)))
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")  # its page is in docs
        files.append(File.generated(config, PAGES[name], content=text))
    files.append(File.generated(config, "pictures/logo.svg", abs_src_path=str(ROOT / "web" / "public" / "icon.svg")))
    linked = {
        path for page in files.documentation_pages() for path in outside(page.src_uri).findall(page.content_string)
    }
    for path in sorted(linked):
        if place_of(path).startswith("source/") and (ROOT / path).is_file():
            files.append(File.generated(config, place_of(path), abs_src_path=str(ROOT / path)))
    return files


def outside(page: str) -> re.Pattern[str]:
    """Return a pattern for the links of a page that lead out of the docs folder.

    >>> outside("start/bot.md").findall("[a](../../examples/reef_bot.py) [b](../server.md#limits) [c](play.md)")
    ['examples/reef_bot.py']
    """
    out = r"\.\./" * (1 + page.count("/"))
    return re.compile(rf"(?<=\]\(){out}([^)#\s]+)")


def place_of(path: str) -> str:
    """Return the place of a repository file on the site.

    >>> place_of("src/atoll/games/reef/RULES.pl.md"), place_of("src/atoll/games/reef/cards.toml")
    ('rules/reef.pl.md', 'components/reef.md')
    >>> place_of("CHANGELOG.md"), place_of("examples/reef_bot.py")
    ('changes.md', 'source/examples/reef_bot.py')
    """
    if found := re.fullmatch(rf"{FOLDER}/(\w+)/RULES(\.\w+)?\.md", path):
        return f"rules/{found[1]}{found[2] or ''}.md"
    if found := re.fullmatch(rf"{FOLDER}/(\w+)/\w+\.toml", path):
        return f"components/{found[1]}.md"
    return PAGES.get(path, f"source/{path}")


# Pages


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Insert what the code knows, and point links to repository files at their places on the site."""
    home = "../" * page.file.src_uri.count("/")
    markdown = outside(page.file.src_uri).sub(lambda link: home + place_of(link[1]), markdown)
    markdown = OBSERVATION.sub(lambda mark: observation_table(atoll.find_game(mark[1])), markdown)
    if ROUTES in markdown:
        markdown = markdown.replace(ROUTES, routes_table(json.loads((ROOT / "docs/openapi.json").read_text("utf-8"))))
    game = atoll.find_games().get(page.file.src_uri.removesuffix(".md"))
    return linked_rules(markdown, game, rules_page(game, ENGLISH)) if game else markdown


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> None:  # noqa: ARG001
    """Warn of pages that load something from another host: the site must work offline."""
    if found := OTHER_HOST.search(output):
        log.warning("%s loads something from another host: %s", page.file.src_uri, found[0])


def linked_rules(markdown: str, game: Game, page: str) -> str:
    """Link every mention of a rule, except in code, to the page of rules.

    >>> linked_rules("Take a card (R10), `R10`, R99.", atoll.find_game("reef"), "rules/reef.md")
    'Take a card ([R10](rules/reef.md#R10)), `R10`, R99.'
    """
    known = rules(game, ENGLISH)
    mention = re.compile(rf"(?<![\w#*\[])(?:{'|'.join(known)})\b")
    parts = CODE.split(markdown)
    parts[::2] = [mention.sub(lambda found: f"[{found[0]}]({page}#{found[0]})", part) for part in parts[::2]]
    return "".join(parts)


# Rules


def rules_page(game: Game, language: str) -> str:
    """Return the name of a game's page of rules in a language."""
    return f"rules/{game.id}.md" if language == ENGLISH else f"rules/{game.id}.{language}.md"


def rules_text(game: Game, language: str) -> str:
    """Return the rules of a game, with an anchor for each number and links to the other languages."""
    head, _, rest = rulebook(game, language).partition("\n")
    others = [
        f"**{name}**" if code == language else f"[{name}]({Path(rules_page(game, code)).name})"
        for code, name in NAMES.items()
    ]
    numbered = RULE.sub(lambda rule: f"**{rule[1]}.**{{ #{rule[1]} }} ", rest)
    numbered = numbered.replace(f"(/gallery/{game.id})", f"(../components/{game.id}.md)")
    return f"{head}\n\n{' · '.join(others)}\n{spaced_lists(linked_rules(numbered, game, ''))}"


def spaced_lists(markdown: str) -> str:
    """Insert the empty line before each list that Markdown needs and the rule files leave out."""
    return re.sub(r"^(?!- )(.+)\n(?=- )", r"\1\n\n", markdown, flags=re.MULTILINE)


# Components and observations


def components_text(game: Game, data: str) -> str:
    """Return a page with every component of a game, a table for each type."""
    described = game.components(game.standard)["items"]
    types: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for item in described:
        types.setdefault(tuple(item), []).append(item)
    lead = (
        f"# {game.words()('name')}: components\n\n"
        f"![The components in the browser](../pictures/{game.id}-components.webp)\n\n"
        f"All components in [{Path(data).name}](../source/{data}). Their sources: "
        f"[what is sourced and what is rebuilt](../{game.id}.md#what-is-sourced-and-what-is-rebuilt).\n"
    )
    return "\n".join([lead, *(table(list(keys), [list(item.values()) for item in types[keys]]) for keys in types)])


def observation_table(game: Game) -> str:
    """Return the layout of a game's observation as a table."""
    observe = game.part("observe")
    rows = [[part.start, part.shape, f"`{part.name}`", part.meaning] for part in observe.LAYOUT.values()]
    return f"{table(['from', 'shape', 'name', 'meaning'], rows)}\n{observe.SIZE} numbers in total.\n"


def routes_table(document: dict[str, Any]) -> str:
    """Return the routes of the server, from its OpenAPI document."""
    rows = [
        [method.upper(), f"`{path}`", about["summary"], "token" if "security" in about else ""]
        for path, methods in document["paths"].items()
        for method, about in methods.items()
    ]
    return table(["method", "path", "what it does", "needs"], rows)


def table(heads: list[str], rows: list[list[Any]]) -> str:
    r"""Return a table in Markdown.

    >>> table(["id", "edges"], [[1, ["ring", None]]])
    '| id | edges |\n|---|---|\n| 1 | ring - |\n'
    """
    lines = [heads, ["---"] * len(heads), *([cell(value) for value in row] for row in rows)]
    return "".join(f"|{'|'.join(line)}|\n" if line[0] == "---" else f"| {' | '.join(line)} |\n" for line in lines)


def cell(value: Any) -> str:
    """Return a value as readable text; rows of a drawing are separated by slashes."""
    match value:
        case None:
            return "-"
        case {"colour": colour, "height": height}:
            return f"{colour} {height}".strip()
        case [[*_], *_]:
            return " / ".join(cell(row) for row in value)
        case [dict() | None, *_]:
            return ", ".join(cell(part) for part in value)
        case list():
            return " ".join(cell(part) for part in value) or "-"
        case _:
            return str(value)

"""What GitHub, PyPI and contributors read at the root of the repository agrees with the package and the Makefile."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from trove_classifiers import classifiers

import atoll

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted([*GITHUB.glob("workflows/*.yml"), *GITHUB.glob("actions/*/action.yml")])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
EXPECTED = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CITATION.cff",
    ".editorconfig",
    ".gitattributes",
    ".pre-commit-config.yaml",
    ".github/CODEOWNERS",
    ".github/dependabot.yml",
    ".github/pull_request_template.md",
]


def load(path: Path) -> Any:
    # YAML 1.1 reads the key `on` as true: BaseLoader keeps every value as text.
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def commands(value: Any) -> Iterator[str]:
    """Yield every command that a workflow or an action runs."""
    match value:
        case {"run": str(command)}:
            yield command
        case dict():
            yield from (command for part in value.values() for command in commands(part))
        case list():
            yield from (command for part in value for command in commands(part))


@pytest.mark.parametrize("name", EXPECTED)
def test_the_repository_has_the_files_that_visitors_look_for(name: str) -> None:
    assert (ROOT / name).stat().st_size


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.relative_to(GITHUB).as_posix())
def test_workflows_only_call_targets_of_the_makefile(path: Path) -> None:
    for command in commands(load(path)):
        program, target, *_ = command.split()
        assert (program, target in TARGETS) == ("make", True), command


def test_make_declares_every_target_as_phony_and_help_lists_it() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == TARGETS
    assert all(re.search(rf"^# .+\n(# .+\n)*{target}:", MAKEFILE, re.MULTILINE) for target in TARGETS)


def test_every_supported_python_and_system_is_classified_and_checked() -> None:
    versions = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)]
    assert f">={versions[0]}" == PROJECT["requires-python"]
    matrix = load(GITHUB / "workflows" / "test.yml")["jobs"]["check"]["strategy"]["matrix"]
    assert matrix["python"] == versions
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]
    assert set(PROJECT["classifiers"]) <= classifiers


def test_the_citation_has_the_version_licence_and_repository_of_the_package() -> None:
    citation = load(ROOT / "CITATION.cff")
    assert citation["version"] == atoll.__version__
    assert citation["license"] == PROJECT["license"]
    assert citation["repository-code"] == PROJECT["urls"]["Repository"]


def test_the_changelog_begins_with_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)[0] == atoll.__version__


def test_pre_commit_hooks_call_the_pinned_tools() -> None:
    hooks = load(ROOT / ".pre-commit-config.yaml")["repos"]
    assert [repository["repo"] for repository in hooks] == ["local"]
    assert all(hook["entry"].startswith(".venv/bin/") for hook in hooks[0]["hooks"])

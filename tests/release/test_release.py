"""`tools/release.py` tags a commit that is ready for release, and refuses any other with one sentence."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "release.py"
ENVIRONMENT = os.environ | {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
}
READY = "# Changes\n\n## 1.2.0, 2031-05-17\n\n- New.\n\n## 1.1.0, 2030-01-02\n"


class Repository:
    """A temporary repository with the release script in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "tools").mkdir()
        shutil.copy(SCRIPT, folder / "tools")
        self.write("src/atoll/__init__.py", '"""A package."""\n\n__version__ = "1.2.0"\n')
        self.write("CHANGELOG.md", READY)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def git(self, *arguments: str) -> str:
        command = ["git", *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=60
        )
        return done.stdout.strip()

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Change something")

    def release(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-B", str(self.folder / "tools" / "release.py"), *arguments]
        env = ENVIRONMENT | environment
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_a_commit_that_is_ready_gets_an_annotated_tag(repository: Repository) -> None:
    done = repository.release()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "v1.2.0 is tagged; push it with: git push origin v1.2.0\n"
    assert repository.git("tag", "--list") == "v1.2.0"
    assert repository.git("cat-file", "-t", "v1.2.0") == "tag"
    assert repository.git("rev-parse", "v1.2.0^{commit}") == repository.git("rev-parse", "HEAD")
    assert repository.git("tag", "--list", "--format", "%(contents:subject)", "v1.2.0") == "Atoll 1.2.0"


def test_a_check_tags_nothing(repository: Repository) -> None:
    done = repository.release("--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "v1.2.0 can be tagged\n", "")
    assert repository.git("tag", "--list") == ""


def test_nothing_is_written_but_the_tag(repository: Repository) -> None:
    repository.release()
    assert repository.git("status", "--porcelain", "--ignored") == ""


def changed_file(repository: Repository) -> None:
    repository.write("CHANGELOG.md", READY + "\nMore.\n")


def new_file(repository: Repository) -> None:
    repository.write("new.txt", "new\n")


def staged_file(repository: Repository) -> None:
    new_file(repository)
    repository.git("add", "new.txt")


def other_branch(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--create", "feature")


def detached(repository: Repository) -> None:
    repository.git("switch", "--quiet", "--detach")


def undated(repository: Repository) -> None:
    repository.write("CHANGELOG.md", READY.replace("2031-05-17", "not released yet"))
    repository.commit()


def impossible_date(repository: Repository) -> None:
    repository.write("CHANGELOG.md", READY.replace("2031-05-17", "2031-13-17"))
    repository.commit()


def no_section(repository: Repository) -> None:
    repository.write("CHANGELOG.md", READY.replace("1.2.0", "1.20.0"))
    repository.commit()


def no_changelog(repository: Repository) -> None:
    (repository.folder / "CHANGELOG.md").unlink()
    repository.commit()


def no_version(repository: Repository) -> None:
    repository.write("src/atoll/__init__.py", '__version__ = "1.2.0.dev1"\n')
    repository.commit()


def tagged(repository: Repository) -> None:
    repository.git("tag", "v1.2.0")


def no_repository(repository: Repository) -> None:
    shutil.rmtree(repository.folder / ".git")


@pytest.mark.parametrize("arguments", [[], ["--check"]], ids=["release", "check"])
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (changed_file, "the tree must be clean, but git reports 'M CHANGELOG.md'"),
        (new_file, "the tree must be clean, but git reports '?? new.txt'"),
        (staged_file, "the tree must be clean, but git reports 'A  new.txt'"),
        (other_branch, "the branch must be main, not feature"),
        (detached, "the branch must be main, not a detached commit"),
        (undated, "CHANGELOG.md must have a section with a date: ## 1.2.0, YYYY-MM-DD"),
        (impossible_date, "CHANGELOG.md must have a section with a date: ## 1.2.0, YYYY-MM-DD"),
        (no_section, "CHANGELOG.md must have a section with a date: ## 1.2.0, YYYY-MM-DD"),
        (no_changelog, "CHANGELOG.md can't be read: No such file or directory"),
        (no_version, 'src/atoll/__init__.py must have a line __version__ = "X.Y.Z"'),
        (tagged, "the tag v1.2.0 exists already: src/atoll/__init__.py must name a new version"),
        (no_repository, "git branch failed: fatal: not a git repository"),
    ],
)
def test_a_commit_that_is_not_ready_is_refused(
    repository: Repository, spoil: Callable[[Repository], None], reason: str, arguments: list[str]
) -> None:
    spoil(repository)
    # git must not find a repository around the temporary folder.
    done = repository.release(*arguments, GIT_CEILING_DIRECTORIES=str(repository.folder.parent))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"release: {reason}")
    assert done.stderr.count("\n") == 1
    if spoil not in (tagged, no_repository):
        assert repository.git("tag", "--list") == ""


def test_unknown_options_and_a_missing_git_are_refused(repository: Repository) -> None:
    done = repository.release("--force")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "release: the only option is --check, not --force\n")
    done = repository.release(PATH=str(repository.folder / "tools"))
    sentence = "release: git can't be run: No such file or directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)

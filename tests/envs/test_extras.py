"""Libraries are imported on first use; a missing one is reported in one sentence."""

import subprocess
import sys

import pytest

from atoll import envs


def test_importing_the_environments_imports_no_library() -> None:
    code = (
        "import sys\n"
        "from atoll import envs\n"
        "envs.raw('reef'), envs.vector('reef', lanes=1)\n"
        "print([name for name in ('gymnasium', 'pettingzoo', 'pyspiel') if name in sys.modules])\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("make", "library", "extra"),
    [
        (lambda: envs.aec("reef"), "pettingzoo", "rl"),
        (lambda: envs.single("reef"), "gymnasium", "rl"),
        (envs.register, "gymnasium", "rl"),
        (lambda: envs.openspiel("reef"), "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_reported_in_one_sentence(
    make: object, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(make)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(envs.MissingExtra) as refused:
        make()
    assert str(refused.value) == f"this environment needs {library}: pip install 'atoll[{extra}]'"

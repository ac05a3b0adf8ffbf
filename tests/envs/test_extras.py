"""Without its library an adapter says what to install; the library itself needs none of them."""

import subprocess
import sys

import pytest

from quartett.core.distribution import install_command

HIDE = """
import importlib.util, sys
found = importlib.util.find_spec
hidden = {hidden!r}
importlib.util.find_spec = lambda name, *rest: None if name in hidden else found(name, *rest)
for name in hidden:
    sys.modules[name] = None
"""


def run(code: str, *hidden: str) -> subprocess.CompletedProcess[str]:
    whole = HIDE.format(hidden=hidden) + code
    return subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "adapter, library, extra",
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("openspiel", "pyspiel", "openspiel"),
        ("pettingzoo", "numpy", "fast"),
    ],
)
def test_an_adapter_without_its_library_says_what_to_install(
    adapter: str, library: str, extra: str
) -> None:
    code = f"""
try:
    import quartett.envs.{adapter}
except ImportError as error:
    print(error)
"""
    expected = f"{library} is not installed; install it with: {install_command(extra)}\n"
    assert run(code, library).stdout == expected


def test_the_small_moves_need_no_other_library() -> None:
    code = "from quartett.envs import factored; print(len(factored('calavera', 2).moves))"
    assert run(code, "gymnasium", "pettingzoo", "pyspiel", "resvg_py", "PIL").stdout == "76\n"

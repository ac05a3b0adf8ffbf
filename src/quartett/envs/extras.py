"""What to install when an adapter's library is not there."""

from importlib.util import find_spec

from quartett.core.errors import QuartettError


class MissingExtra(QuartettError, ImportError):
    """An optional library that an adapter needs."""


def need(extra: str, *modules: str) -> None:
    """Say in one sentence what to install, unless it is installed.

    >>> need("openspiel", "json", "no_such_module")
    Traceback (most recent call last):
        ...
    quartett.envs.extras.MissingExtra: no_such_module is not installed; \
install it with: pip install 'quartett[openspiel]'
    """
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(
                f"{module} is not installed; install it with: pip install 'quartett[{extra}]'"
            )

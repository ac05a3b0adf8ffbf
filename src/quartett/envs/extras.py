"""What to install when an adapter's library is not there."""

from importlib.util import find_spec

from quartett.core.distribution import MissingExtra


def need(extra: str, *modules: str) -> None:
    """Say in one sentence what to install, unless it is installed."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(f"{module} is not installed", extra)

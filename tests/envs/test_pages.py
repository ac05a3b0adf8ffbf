"""The documentation of the environments is what the code says."""

from pathlib import Path

import pytest

from quartett.envs.pages import page
from tests.envs.games import form_of

DOCS = Path(__file__).parent.parent.parent / "docs" / "environments"
IDS = sorted(path.stem for path in DOCS.glob("*.md"))


def test_every_game_of_ours_has_a_page() -> None:
    assert {"calavera", "calcory", "calculissimo", "cubus"} < set(IDS)


@pytest.mark.parametrize("id", IDS)
def test_the_page_is_as_the_code_writes_it(id: str) -> None:
    """Renew it with `python -m quartett.envs.pages docs/environments ID` when a change is meant."""
    assert (DOCS / f"{id}.md").read_text(encoding="utf-8") == page(id)


@pytest.mark.parametrize("id", IDS)
def test_the_page_names_every_move_and_every_field(id: str) -> None:
    form, text = form_of(id), page(id)
    for group in form.moves.groups:
        assert f"| `{group.name}` | {group.text} |" in text
    for field in form.fields.fields:
        assert f"| `{field.name}` |" in text and f"| {field.text} |" in text

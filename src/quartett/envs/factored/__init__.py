"""Every game in small moves: numbered, documented, masked so that every turn can be finished."""

from quartett.envs.factored.chance import ChanceDraft, ChanceNumbering, Steps
from quartett.envs.factored.encoding import About, Draft, Encoding
from quartett.envs.factored.form import Form, SmallMoves, factored
from quartett.envs.factored.lists import Field, Fields, Group, Moves

__all__ = [
    "About",
    "ChanceDraft",
    "ChanceNumbering",
    "Draft",
    "Encoding",
    "Field",
    "Fields",
    "Form",
    "Group",
    "Moves",
    "SmallMoves",
    "Steps",
    "factored",
]

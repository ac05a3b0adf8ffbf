"""Every game has all parts; mypy holds each module to its protocol by the assignments below."""

from typing import Final

import pytest

import quartett
from quartett.bots import LEVELS, Adviser, Opponents, levels
from quartett.core.parts import Drawing, Outcomes, Page, Picture, Timing, Words, part, parts_of
from quartett.games import calavera, calcory, calculissimo, cubus
from quartett.games.calavera import advice as calavera_advice
from quartett.games.calavera import bots as calavera_bots
from quartett.games.calavera import draw as calavera_draw
from quartett.games.calavera import offers as calavera_offers
from quartett.games.calavera import svg as calavera_svg
from quartett.games.calavera import words as calavera_words
from quartett.games.calcory import advice as calcory_advice
from quartett.games.calcory import bots as calcory_bots
from quartett.games.calcory import draw as calcory_draw
from quartett.games.calcory import offers as calcory_offers
from quartett.games.calcory import svg as calcory_svg
from quartett.games.calcory import words as calcory_words
from quartett.games.calculissimo import advice as calculissimo_advice
from quartett.games.calculissimo import bots as calculissimo_bots
from quartett.games.calculissimo import draw as calculissimo_draw
from quartett.games.calculissimo import offers as calculissimo_offers
from quartett.games.calculissimo import outcomes as calculissimo_outcomes
from quartett.games.calculissimo import svg as calculissimo_svg
from quartett.games.calculissimo import words as calculissimo_words
from quartett.games.cubus import advice as cubus_advice
from quartett.games.cubus import bots as cubus_bots
from quartett.games.cubus import draw as cubus_draw
from quartett.games.cubus import offers as cubus_offers
from quartett.games.cubus import svg as cubus_svg
from quartett.games.cubus import words as cubus_words

OURS: Final = ("calavera", "calcory", "calculissimo", "cubus")

a1: Words[calavera.View] = calavera_words
a2: Drawing[calavera.View] = calavera_draw
a3: Page[calavera.View] = calavera_offers
a4: Adviser[calavera.View] = calavera_advice
a5: Opponents = calavera_bots
a7: Picture[calavera.View] = calavera_svg
b1: Words[calcory.View] = calcory_words
b2: Drawing[calcory.View] = calcory_draw
b3: Page[calcory.View] = calcory_offers
b4: Adviser[calcory.View] = calcory_advice
b5: Opponents = calcory_bots
b7: Picture[calcory.View] = calcory_svg
b6: Timing[calcory.View] = calcory.Calcory()
c1: Words[calculissimo.View] = calculissimo_words
c2: Drawing[calculissimo.View] = calculissimo_draw
c3: Page[calculissimo.View] = calculissimo_offers
c4: Adviser[calculissimo.View] = calculissimo_advice
c5: Opponents = calculissimo_bots
c7: Picture[calculissimo.View] = calculissimo_svg
c8: Outcomes[calculissimo.View] = calculissimo_outcomes
c6: Timing[calculissimo.View] = calculissimo.Calculissimo()
d1: Words[cubus.View] = cubus_words
d2: Drawing[cubus.View] = cubus_draw
d3: Page[cubus.View] = cubus_offers
d4: Adviser[cubus.View] = cubus_advice
d5: Opponents = cubus_bots
d7: Picture[cubus.View] = cubus_svg
d6: Timing[cubus.View] = cubus.Cubus()


@pytest.mark.parametrize("id", OURS)
def test_a_game_of_ours_has_words_a_drawing_a_page_advice_and_all_levels(id: str) -> None:
    game = quartett.game(id)
    assert set(parts_of(game)) >= {Words, Drawing, Picture, Page, Adviser, Opponents}
    assert tuple(levels(game)) == LEVELS


def test_a_part_is_the_module_beside_the_rules() -> None:
    assert part(quartett.game("cubus"), Words[cubus.View]) is cubus_words
    assert part(quartett.game("calavera"), Timing[calavera.View]) is None

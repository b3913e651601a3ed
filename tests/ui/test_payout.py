"""The payout as the page writes it."""

import re
from dataclasses import replace

import pytest

from scoring import Result, parse_tiles, score, tile
from scoring.explain import considered, house_rules
from scoring.waits import waits
from tests.ui.hands import hand_from_tiles
from ui import hand as edit
from ui import melds
from ui.components import payout, reasons
from ui.deal import Deal, alone, case_of, missing, with_variant
from ui.players import name_seats, seat_label
from ui.text import words

HAND = hand_from_tiles(parse_tiles("123m 234m 678m 999m 5m"), tile("5m"))
DEAL = Deal(variant="sichuan", names=("老王", "", "Ann & Bob", "<b>x</b>")).with_hand(HAND)


def written(deal: Deal = DEAL, language: str = "en") -> str:
    """The payout of a deal."""
    result = score(case_of(deal))
    assert isinstance(result, Result)
    return payout.payout_html(result, deal, words(language))


def text_of(html: str) -> str:
    """The words without the markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_everybody_is_told_by_name_what_he_pays_or_receives() -> None:
    """Four players, each with a word for the direction and the amount; the dealer is marked."""
    text = text_of(written())
    assert "老王 dealer receives 12" in text
    assert "Right pays 4" in text


def test_the_words_are_chinese_in_chinese() -> None:
    """The same in Chinese, with the Chinese names of the patterns."""
    text = text_of(written(language="zh"))
    assert "老王 庄 收 12" in text
    assert "下家 付 4" in text
    assert "清一色" in text


def test_names_are_never_markup() -> None:
    """A name with angle brackets is shown as it was typed."""
    html = written()
    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    assert "Ann &amp; Bob" in html


def test_patterns_come_with_value_and_rule() -> None:
    """Each pattern names its value and clause, and holds the text of the rule."""
    html = written()
    text = text_of(html)
    assert re.search(r"One suit Rule 4\.4 2\b", text)
    clause = next(clause for clause in DEAL.rules.clauses if clause.id == "4.4")
    assert clause.text.en in text


def test_the_reading_is_shown_as_tiles() -> None:
    """Fourteen pictures in five groups, each with a name for a screen reader."""
    html = written()
    reading = html[html.index('class="reading"') : html.index("<h3>")]
    assert reading.count('class="hule-tile"') == 14
    assert reading.count('<span class="held">') == 5
    assert 'aria-label="1 of characters"' in reading


def test_the_steps_name_the_players() -> None:
    """The arithmetic speaks of people, not of seat numbers, in both languages."""
    kong = melds.make_meld(hand_from_tiles(parse_tiles("222m 345m 567m 78m 55m")), [0, 1, 2], "kong", "concealed")
    deal = DEAL.with_hand(edit.add_winning(kong, tile("9m")))
    for language in ("zh", "en"):
        steps = text_of(written(deal, language).split("class='steps'")[1])
        assert "老王" in steps
        assert not re.search(r"\bseats? \d|\d号位", steps)


def test_the_foot_of_the_screen_has_all_payments() -> None:
    """The line for phones sums to what the result says, with true minus signs."""
    result = score(case_of(DEAL))
    assert isinstance(result, Result)
    text = text_of(payout.summary_html(result, DEAL, words("en")))
    assert re.findall(r"[+−]\d+", text) == ["+12", "−4", "−4", "−4"]


def test_a_name_keeps_its_hyphen_and_nothing_has_no_sign() -> None:
    """Beside true minus signs a name is written as it was typed, and who pays nothing has 0."""
    deal = replace(DEAL, names=("Anne-Marie", "", "", "")).with_win(seat=1, way="discard", from_seat=0)
    result = score(case_of(deal))
    assert isinstance(result, Result)
    text = text_of(payout.summary_html(result, deal, words("en")))
    assert "Anne-Marie −" in text
    assert re.findall(r" (0)\b", text) == ["0", "0"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_rejection_is_a_sentence_in_the_language(language: str) -> None:
    """Three suits in Sichuan: the page says so, with the player's name, and shows no code."""
    deal = DEAL.with_hand(hand_from_tiles(parse_tiles("123m 456p 789s 55m 23m"), tile("4m")))
    rejection = score(case_of(deal))
    assert not isinstance(rejection, Result)
    text = text_of(payout.rejection_html(rejection, deal, words(language)))
    assert "老王号位" not in text
    assert "老王" in text
    assert "E_SUIT" not in text


def test_a_rejection_begins_as_a_sentence_does() -> None:
    """The scorer's message has no capital; on the page it is a sentence of its own."""
    deal = DEAL.with_hand(hand_from_tiles(parse_tiles("147m 258p 3m 369p 14m 5p"), tile("9m")))
    rejection = score(case_of(deal))
    assert not isinstance(rejection, Result)
    assert "These tiles make no winning hand" in text_of(payout.rejection_html(rejection, deal, words("en")))


def test_a_question_of_the_rules_is_in_the_language() -> None:
    """What the variant needs to know is asked in its own words."""
    tiles = parse_tiles("123m 456m 789p 222p 345s 5p")
    question = missing(with_variant(Deal(), "fuzhou").with_hand(hand_from_tiles(tiles, tile("5p"))))
    assert question is not None
    assert "金是哪张" in text_of(payout.question_html(question, DEAL, words("zh")))
    assert "Which tile is the gold?" in text_of(payout.question_html(question, DEAL, words("en")))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seat 1 pays 3 × 4 = 12", "Right pays 3 × 4 = 12"),
        ("seats 1, 2 and seat 3", "Right, Across and Left"),
        ("0号位自摸", "My seat自摸"),
        ("7 seats 12 tiles", "7 seats 12 tiles"),
        ("seat 9", "9"),
        ("seat 2 in all: 0 + -4 = -4", "Across in all: 0 − 4 = −4"),
        ("seat 2 in all: -4 + -2 = -6", "Across in all: −4 − 2 = −6"),
        ("2号位合计：-4 + 6 = 2", "Across合计：−4 + 6 = 2"),
    ],
)
def test_a_line_is_written_as_people_write_it(line: str, expected: str) -> None:
    """Seat numbers become names, and a negative number has a true minus sign; nothing else changes."""
    assert name_seats(line, Deal(), words("en")) == expected


def test_a_player_without_a_name_is_called_by_his_seat() -> None:
    """Blanks are no name."""
    assert seat_label(Deal(names=("  ", "", "", "")), 0, words("zh")) == "我"


def test_the_large_result_has_the_payers_first() -> None:
    """Over the whole screen: a name, a word and a figure for each player, readable across the table."""
    html = payout.large_html((12, -4, 0, -8), DEAL, words("zh"))
    rows = re.findall(r"<li class=\"(\w+)\">(.*?)</li>", html)
    assert [kind for kind, _ in rows] == ["pays", "pays", "even", "receives"]
    assert text_of(rows[0][1]).split() == ["<b>x</b>".replace("<", "&lt;").replace(">", "&gt;"), "付", "8"]
    assert text_of(rows[3][1]).split() == ["老王", "收", "12"]


def test_the_waiting_tiles_come_with_what_they_pay() -> None:
    """Each tile that wins, how many are left, and what the winner receives drawn or given."""
    deal = Deal(variant="sichuan").with_hand(hand_from_tiles(parse_tiles("123m 456m 789p 22p 55p")))
    html = reasons.waits_html(waits(alone(deal)), 0, words("en"))
    rows = [text_of(row).split() for row in re.findall(r"<tr>(.*?)</tr>", html.split("<tbody>")[1])]
    assert [row[-3:] for row in rows] == [["2", "+3", "+1"], ["2", "+3", "+1"]]
    assert "no single tile" in reasons.waits_html((), 0, words("en"))


def test_the_reading_that_lost_says_what_it_is_worth() -> None:
    """Two ways to see a hand: the other one is shown with its patterns and points."""
    deal = Deal(variant="sichuan").with_hand(hand_from_tiles(parse_tiles("1122334455667m"), tile("7m")))
    case = case_of(deal)
    html = reasons.considered_html(considered(case, case.wins[0]), deal, words("en"))
    assert html.count("<li>") >= 1
    assert re.search(r"points 4, fan 2: .*One suit", text_of(html))
    assert "The way that pays most counts" in html
    assert "按最大的算" in reasons.considered_html(considered(case, case.wins[0]), deal, words("zh"))
    plain = case_of(DEAL)
    assert "one way only" in reasons.considered_html(considered(plain, plain.wins[0])[:0], DEAL, words("en"))


def test_other_house_rules_are_told_with_what_they_would_pay() -> None:
    """A self-draw that the table could pay with a fan more: the choice and all payments."""
    rules = [("Self-draw", "one fan", each) for each in house_rules(case_of(DEAL)) if each.option.name == "zimo_bonus"]
    text = text_of(reasons.house_rules_html(rules, DEAL, words("en")))
    assert "Self-draw → one fan 老王 +24 · Right −8" in text
    assert "No other house rule" in reasons.house_rules_html([], DEAL, words("en"))

"""The catalogues say the same in both languages."""

import re
import string
from pathlib import Path

import pytest

from scoring import VARIANTS, tile
from scoring.steps import Text
from ui.deal import Deal
from ui.players import name_seats
from ui.text import language_of, sentence, words

ROOT = Path(__file__).parents[2]


def placeholders(sentence: str) -> set[str]:
    """Names that a sentence wants filled in."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_say_everything_with_the_same_values() -> None:
    """No key is missing in a language, and each sentence takes the same values."""
    chinese, english = words("zh").catalogue, words("en").catalogue
    assert chinese.keys() == english.keys()
    assert {key for key in chinese if placeholders(chinese[key]) != placeholders(english[key])} == set()


def test_no_sentence_is_left_in_the_other_language() -> None:
    """English sentences have no Chinese characters; Chinese ones have some."""
    assert [key for key, text in words("en").catalogue.items() if re.search(r"[一-鿿]", text)] == []
    chinese = words("zh").catalogue.items()
    spoken = {key: re.sub(r"\{\w+\}|\W", "", text) for key, text in chinese}
    assert [key for key, text in spoken.items() if text and not re.search(r"[一-鿿]", text)] == []


def test_every_text_of_the_catalogue_is_used() -> None:
    """The sources name every key, or pick it from its group by its last part."""
    files = [ROOT / "app.py", *(ROOT / "ui").rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    named = set(re.findall(r"""["']([\w.]+)["']""", sources))
    groups = (
        "choice.", "option.", "outcome.", "course.", "waits.", "suit.", "seat.", "way.", "meld.", "ask.", "win.from_",
        "start.step_", "models.place_", "models.verdict_", "models.step_", "match.seat_",
    )  # fmt: skip
    unused = [
        key
        for key in words("en").catalogue
        if key not in named and key.split(".")[-1] not in named and not key.startswith(groups)
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("locale", "language"), [("zh-CN", "zh"), ("zh-Hant-TW", "zh"), ("en-GB", "en"), ("fr", "en"), (None, "zh")]
)
def test_the_browser_chooses_the_language(locale: str | None, language: str) -> None:
    """Chinese browsers get Chinese, others English; without a locale, Chinese."""
    assert language_of(locale) == language


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_variant_can_be_named(variant: object, language: str) -> None:
    """Suits, ways and choices of house rules of every variant have a word."""
    say = words(language)
    choices = {choice for option in variant.options for choice in option.choices if isinstance(choice, str)}
    assert all(say(f"choice.{choice}") for choice in choices)
    assert all(say(f"suit.{face.suit}") for face in variant.copies)
    assert all(say(f"way.{way}") for way in variant.ways)


def test_tiles_are_called_by_their_names() -> None:
    """A tile has a name in each language."""
    assert (words("zh").tile(tile("3m")), words("en").tile(tile("3m"))) == ("三万", "3 of characters")


def test_suits_are_called_as_the_table_calls_them() -> None:
    """Changsha says 索 for 条, Fuzhou 饼 for 筒, too, in names, lists and sentences; other words keep their signs."""
    changsha, fuzhou = (words("zh").at_table(VARIANTS[name].words) for name in ("changsha", "fuzhou"))
    assert (changsha.tile(tile("3s")), changsha.tile(tile("3p")), changsha("suit.s")) == ("三索", "三筒", "索")
    assert (fuzhou.tile(tile("3s")), fuzhou.tile(tile("9p")), fuzhou("suit.p")) == ("三索", "九饼", "饼")
    refused = Text("", "将必须是二五八，不是九条；条件见万、筒、条")
    assert fuzhou.of(refused) == "将必须是二五八，不是九索；条件见万、饼、索"
    deal = Deal(variant="changsha", names=("三条哥", "", "", ""))
    assert name_seats("0号位扎鸟：六条", deal, changsha) == "三条哥扎鸟：六索"


def test_a_table_is_spoken_to_in_its_own_words() -> None:
    """Where a table says 糊 for 胡 and 出冲 for 点炮, so do the questions; the name of the app stays."""
    table = words("zh").at_table(VARIANTS["sanren"].words)
    assert (table("outcome.win"), table("way.discard"), table("win.from_discard")) == ("糊了", "出冲", "谁出冲")
    assert table("app.name") == "胡了"
    assert table.of(Text("winning hand", "胡牌")) == "糊牌"
    assert words("zh").at_table(VARIANTS["sichuan"].words)("outcome.win") == "胡了"
    assert words("en").at_table(VARIANTS["sanren"].words) is words("en")


def test_of_many_tiles_the_first_are_named_and_the_rest_counted() -> None:
    """Six tiles that a table does not play do not fill the screen; three are all named."""
    six = [tile(f"{rank}m") for rank in range(1, 7)]
    assert words("zh").tiles(six) == "一万、二万、三万和另外 3 张"
    assert words("en").tiles(six[:3]) == "1 of characters, 2 of characters, 3 of characters"


@pytest.mark.parametrize(
    ("message", "whole"),
    [("one suit must be missing", "One suit must be missing."), ("Tap it.", "Tap it."), ("要缺一门", "要缺一门。")],
)
def test_a_message_becomes_a_sentence(message: str, whole: str) -> None:
    """It begins with a capital and ends with a full stop, each once."""
    assert sentence(message) == whole

"""The smaller commands: variants, waits, and those of the model and the app."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from cli import main
from scoring import VARIANTS

READY = ["waits", "--tiles", "123m 456m 789p 2m 333p", "--variant", "sichuan"]


def hule(*arguments: str) -> Result:
    """Runs a command in English."""
    return CliRunner().invoke(main, [*arguments, "--lang", "en"])


def test_every_variant_is_listed_in_both_languages() -> None:
    """One entry each, for a person and for a program."""
    listed = json.loads(hule("variants", "--json").stdout)
    assert [item["name"] for item in listed] == list(VARIANTS)
    assert all(item["zh"] in hule("variants").stdout for item in listed)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_tells_its_tiles_questions_and_options(name: str) -> None:
    """Every option with its default, choices, meaning and clause."""
    told = json.loads(hule("variants", name, "--json").stdout)
    text = hule("variants", name).stdout
    assert told["tiles"]["count"] == sum(VARIANTS[name].copies.values())
    assert [option["name"] for option in told["options"]] == [option.name for option in VARIANTS[name].options]
    assert all(option["zh"] and option["en"] and option["clause"] and option["allowed"] for option in told["options"])
    assert all(item["name"] in text for item in told["inputs"] + told["options"])


def test_a_variant_tells_how_each_question_is_answered() -> None:
    """Beside each question stands its option: a flag, a tile, an event with or without a seat, a pair of seats."""
    told = hule("variants", "songyang").stdout
    wanted = ("--caishen TILE", "--lao N", "--after-kong", "--event huangpai", "--event beigen=SEAT",
              "--bao-feeder SEAT --bao-eater SEAT")  # fmt: skip
    assert all(f"      {option}\n" in told for option in wanted)


def test_a_misspelt_variant_is_answered_with_the_nearest() -> None:
    """Status 2 and a guess."""
    run = hule("variants", "sichaun")
    assert run.exit_code == 2
    assert "sichuan" in run.stderr


def test_waits_tell_tile_copies_left_and_payments_both_ways() -> None:
    """A single wait: two of the four tiles are in the hand."""
    told = json.loads(hule(*READY, "--json").stdout)
    [wait] = told["waits"]
    assert (wait["tile"], wait["left"]) == ("2m", 2)
    assert wait["by"]["selfdraw"]["payments"] == [3, -1, -1, -1]
    assert "2m 2 of characters  2 left" in hule(*READY).stdout


def test_a_hand_that_is_not_ready_says_how_far_it_is() -> None:
    """Shanten number and the tiles that bring it nearer."""
    run = hule("waits", "--tiles", "123m 459m 789p 1m 333p", "--variant", "sichuan", "--json")
    told = json.loads(run.stdout)
    assert (told["waits"], told["missing"]["shanten"]) == ([], 1)
    assert "3m" in told["missing"]["tiles"]


def test_a_hand_of_the_wrong_size_waits_for_nothing() -> None:
    """Twelve tiles are refused, with status 1."""
    run = hule("waits", "--tiles", "123m 456m 789p 2m 33p", "--variant", "sichuan", "--json")
    assert run.exit_code == 1
    assert json.loads(run.stdout)["error"]["code"] == "E_COUNT"


@pytest.mark.parametrize("command", main.commands)
def test_every_command_explains_itself(command: str) -> None:
    """``--help`` works everywhere and gives at least a sentence."""
    run = CliRunner().invoke(main, [command, "--help"])
    assert run.exit_code == 0
    assert len(run.stdout) > 100


@pytest.mark.parametrize("arguments", [["evaluate", "no-such.yaml"], ["train", "no-such.yaml"]])
def test_a_dataset_that_is_missing_is_a_sentence(arguments: list[str]) -> None:
    """Status 2, whether or not the train extra is installed."""
    run = hule(*arguments)
    assert run.exit_code == 2
    assert len(run.stderr.strip()) > 20
    assert run.stdout == ""


def test_the_app_says_which_port_is_wrong() -> None:
    """A port that nobody has is refused before anything starts."""
    run = hule("app", "--port", "0")
    assert run.exit_code == 2
    assert "--port" in run.stderr

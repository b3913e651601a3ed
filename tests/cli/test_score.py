"""``hule score`` on cases and on typed tiles: JSON, exit statuses, and sentences for a person."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cli import main

CASES = Path(__file__).parents[1] / "scoring" / "rules_cases.json"
WON = ["--tiles", "123m 456m 789p 2m", "--meld", "pong 333p", "--win-tile", "2m", "--variant", "sichuan"]
DRAWN = [*WON, "--by", "selfdraw", "--seat", "1"]


def hule(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Runs a command; a traceback fails the test that called it."""
    result = CliRunner().invoke(main, arguments, input=stdin, env={"LANG": "en_GB.UTF-8", "LC_ALL": ""})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def paid(*arguments: str) -> dict[str, Any]:
    """The ``result`` of a hand that is scored with ``--json``."""
    run = hule("score", *arguments, "--json")
    assert run.exit_code == 0, run.output
    result: dict[str, Any] = json.loads(run.stdout)["result"]
    return result


def test_cases_from_a_file_come_back_in_order_with_the_payments_of_the_rules() -> None:
    """Every worked example is answered under its id, in the order given."""
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    run = hule("score", str(CASES), "--json")
    results = json.loads(run.stdout)
    assert run.exit_code == 0
    assert [result["id"] for result in results] == [case["id"] for case in cases]
    sichuan = [(c["expected"], r) for c, r in zip(cases, results, strict=True) if c["variant"] == "sichuan"]
    assert all(result.get("payments") == expected.get("payments") for expected, result in sichuan)


def test_a_single_case_on_standard_input_gives_a_list_of_one() -> None:
    """An object counts as a list of one case."""
    case = {"id": "x", "variant": "sichuan", "wins": [{"seat": 1, "concealed": "1122m 3344m 5566m 7m",
            "win_tile": "7m", "by": "selfdraw"}]}  # fmt: skip
    [result] = json.loads(hule("score", "-", "--json", stdin=json.dumps(case)).stdout)
    assert result["id"] == "x"
    assert result["payments"] == [-16, 48, -16, -16]


def test_one_bad_case_does_not_stop_the_rest() -> None:
    """Rejected cases carry a code, the others are scored, and the status is 0."""
    good = {"id": "good", "variant": "sichuan", "wins": [], "kongs": [{"seat": 0, "kind": "concealed"}]}
    run = hule("score", "-", "--json", stdin=json.dumps([3, {"id": "bad", "variant": "none"}, good]))
    codes = [result.get("error", {}).get("code") for result in json.loads(run.stdout)]
    assert (run.exit_code, codes) == (0, ["E_INPUT", "E_INPUT", None])


def test_a_number_of_absurd_length_or_nan_does_not_stop_the_rest() -> None:
    """Such a case is refused by itself, and the output is JSON that anything reads."""
    cases = '[{"variant": "sichuan", "dealer": %s}, {"id": NaN, "variant": "sichuan"}]' % ("9" * 5000)
    run = hule("score", "-", "--json", stdin=cases)
    first, second = json.loads(run.stdout, parse_constant=pytest.fail)
    assert (first["error"]["code"], second["payments"]) == ("E_INPUT", [0, 0, 0, 0])


def test_a_key_that_is_there_twice_is_refused_by_its_name() -> None:
    """Two discarders: nobody knows which was meant; the case beside it is paid, and its neighbours are told apart."""
    win = '{"seat": 1, "concealed": "2344567m 345789p", "win_tile": "7m", "by": "discard", "from": 2%s}'
    case = '{"id": "%s", "variant": "sichuan", "wins": [%s]%s}'
    cases = [case % ("a", win % ', "from": 3', ""), case % ("b", win % "", ', "id": "c"'), case % ("d", win % "", "")]
    first, second, third = json.loads(hule("score", "-", "--json", stdin=f"[{', '.join(cases)}]").stdout)
    assert first["error"]["code"] == second["error"]["code"] == "E_INPUT"
    assert first["error"]["message"] == "wins[0].from: is written twice: keep one"
    assert first["error"]["message_zh"].startswith("wins[0].from")
    assert second["error"]["message"].startswith("id: is written twice")
    assert third["payments"] == [0, 1, -1, 0]


def test_a_facts_file_with_a_key_twice_is_status_2_and_names_it(tmp_path: Path) -> None:
    """The dealer of --case is there twice."""
    facts = tmp_path / "facts.json"
    facts.write_text('{"variant": "sichuan", "dealer": 0, "dealer": 1}', encoding="utf-8")
    run = hule("score", "--case", str(facts), *DRAWN)
    assert run.exit_code == 2
    assert "dealer is written twice" in run.stderr


@pytest.mark.parametrize("text", ["", "3", '"text"', "{", "[" * 100_000, "\ufeff", b"\xff\xfe\x00", "nul"])
def test_input_that_is_no_json_object_or_list_is_status_2_and_a_sentence(text: str | bytes) -> None:
    """Nothing is printed for a program, one sentence for a person."""
    run = hule("score", "-", "--json", stdin=text)
    assert run.exit_code == 2
    assert run.stdout == ""
    assert "JSON" in run.stderr


def test_a_case_nested_without_end_does_not_stop_the_rest() -> None:
    """The case that nests too deep is refused alone; brackets inside a text nest nothing."""
    deep = '{"id": "deep", "variant": "sichuan", "options": {"kong_fan": ' + "[" * 9000 + "]" * 9000 + "}}"
    good = '{"id": "[{good", "variant": "sichuan", "wins": []}'
    refused, paid_out = json.loads(hule("score", "-", "--json", stdin=f"[{deep}, {good}]").stdout)
    assert refused["error"]["code"] == "E_INPUT"
    assert paid_out["id"] == "[{good"
    assert paid_out["payments"] == [0, 0, 0, 0]


def test_half_a_character_in_an_id_still_gives_json() -> None:
    """An id that no encoding can write comes back as the escape that it was."""
    done = subprocess.run([sys.executable, "-m", "cli", "score", "-", "--json"], input=b'[{"id": "\\ud800"}]',
                          capture_output=True, check=True)  # fmt: skip
    assert json.loads(done.stdout)[0]["id"] == "\ud800"


def test_typed_tiles_are_paid_like_the_same_case() -> None:
    """A basic self-drawn hand of Sichuan is paid 1 by everybody."""
    assert paid(*DRAWN)["payments"] == [-1, 3, -1, -1]


def test_facts_become_the_fields_of_the_case() -> None:
    """Flags, kongs, earlier winners and options all change the payout as the rules say."""
    kong = ["--tiles", "234m 678m 22m 55p", "--meld", "kong 3333p concealed", "--win-tile", "5p"]
    deal = ["--variant", "sichuan", "--seat", "1", "--by", "selfdraw", "--already-won", "3", "--after-kong"]
    pays = ["--kong", "1 concealed", "--kong", "0 exposed from 2", "--option", "kong_fan=0"]
    result = paid(*kong, *deal, *pays)
    # 杠上花 doubles once: 2 from seats 0 and 2; the concealed kong 2 from each; seat 2 fed seat 0 a kong: 2.
    assert result["payments"] == [-2, 8, -6, 0]
    assert {pattern["zh"] for pattern in result["wins"][0]["patterns"]} == {"基本胡", "杠", "杠上花"}


def test_a_kong_names_its_payers() -> None:
    """Only the payers named pay an added kong."""
    result = paid(*DRAWN, "--kong", "2 added payers 0,3")
    assert result["payments"] == [-2, 3, 1, -2]


def test_a_table_of_numbers_is_written_with_colons() -> None:
    """The price of one kind of kong changes, the others stay."""
    result = paid(*DRAWN, "--kong", "1 concealed", "--option", "kong_pay=concealed:5")
    assert result["payments"] == [-6, 18, -6, -6]


def test_missing_facts_are_named_with_status_2() -> None:
    """Without a terminal to ask on, every missing fact is named by its option."""
    run = hule("score", "--tiles", "123m 456m 789p 2m 333p", "--variant", "sichuan", "--json")
    error = json.loads(run.stdout)["result"]["error"]
    assert run.exit_code == 2
    assert (error["code"], error["field"]) == ("E_INPUT", "by")
    assert all(option in error["message"] for option in ("--by", "--seat", "--win-tile"))


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (["--tiles", "123m 456m 789p 2m 44p", *DRAWN[4:]], 1, "E_COUNT"),
        (["--tiles", "123m 456m 789p 1m 333p", *DRAWN[4:]], 1, "E_NOT_WIN"),
        (["--tiles", "123m 456m 789p 2q 333p", *DRAWN[4:]], 1, "E_TILE"),
        ([*WON, "--by", "discard", "--seat", "1"], 1, "E_PAYER"),
        ([*DRAWN, "--seat", "9"], 2, "E_INPUT"),
        ([*DRAWN, "--option", "kong_fam=2"], 2, "E_INPUT"),
        ([*DRAWN, "--variant", "nowhere"], 2, "E_INPUT"),
        ([*DRAWN, "--event", "nothing=1"], 2, "E_INPUT"),
        ([*DRAWN, "--meld", "tower 333p"], 2, "E_INPUT"),
    ],
)
def test_a_hand_that_is_rejected_is_status_1_and_bad_facts_are_2(arguments: list[str], status: int, code: str) -> None:
    """The code of the rules is in the JSON, and the status tells tiles from facts."""
    run = hule("score", *arguments, "--json")
    assert run.exit_code == status
    assert json.loads(run.stdout)["result"]["error"]["code"] == code


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["no-such.jpg", "--variant", "sichuan", "--tiles", "1m"],
        ["no-such.json"],
        [*DRAWN, "--kong", "1 exposed by 3"],
        [*DRAWN, "--option", "kong_fan"],
        [*DRAWN, "--rules", "no-such.toml"],
        [*DRAWN, "--case", "no-such.json"],
    ],
)
def test_a_command_that_makes_no_sense_is_status_2_and_one_sentence(arguments: list[str]) -> None:
    """A sentence says what to write instead, and standard output stays empty."""
    run = hule("score", *arguments)
    assert run.exit_code == 2
    assert run.stdout == ""
    assert len(run.stderr.strip()) > 20


def test_a_hand_that_does_not_win_says_what_it_lacks() -> None:
    """The tiles that would complete it stand in the JSON and in the sentence."""
    tiles = ["--tiles", "123m 456m 789p 1m 333p", "--win-tile", "9p", *DRAWN[6:]]
    lacks = json.loads(hule("score", *tiles, "--json").stdout)["result"]["missing"]
    assert (lacks["shanten"], "1m" in lacks["tiles"]) == (0, True)
    assert "147m 69p would do" in hule("score", *tiles).stderr


def test_explaining_names_the_house_rules_that_would_pay_otherwise() -> None:
    """Each other choice of an option is rescored."""
    rules = paid(*DRAWN, "--explain")["house_rules"]
    assert {"option": "zimo_bonus", "value": "add_fan", "payments": [-2, 6, -2, -2]} in rules


def test_a_person_reads_tiles_patterns_arithmetic_and_payments_in_either_language() -> None:
    """The same hand is told in English and in Chinese."""
    english, chinese = hule("score", *DRAWN).stdout, hule("score", *DRAWN, "--lang", "zh").stdout
    assert all(part in english for part in ("Sichuan", "[333p]", "Basic hand", "3 × 1 = 3", "seat 2 pays seat 1: 1"))
    assert all(part in chinese for part in ("四川", "[333p]", "基本胡", "3 × 1 = 3", "2号位 付给 1号位：1"))


def test_a_kong_in_the_hand_that_is_not_paid_is_pointed_out() -> None:
    """A meld tells no payer: the receipt says which option pays it, until it is there."""
    kong = ["--tiles", "234m 678m 22m 55p", "--meld", "kong 3333p concealed", "--win-tile", "5p", *DRAWN[6:]]
    assert '--kong "1 concealed"' in hule("score", *kong).stdout
    assert "not paid" not in hule("score", *kong, "--kong", "1 concealed").stdout


def test_the_next_dealer_is_told() -> None:
    """After a win a person reads who deals next, in either language."""
    assert "next dealer: seat 1" in hule("score", *DRAWN).stdout
    assert "下一局庄家：1号位" in hule("score", *DRAWN, "--lang", "zh").stdout


def test_a_table_that_says_it_otherwise_is_answered_in_its_words() -> None:
    """The three-player game says 糊 where the others say 胡, in payouts, contradictions and refusals."""
    hand = ["--tiles", "123p 456p 789p 22z 33z", "--win-tile", "3z", "--variant", "sanren", "--players", "3"]
    won = [*hand, "--seat", "1", "--lang", "zh"]
    assert "糊牌，自摸" in hule("score", *won, "--by", "selfdraw").stdout
    clash = hule("score", *won, "--by", "selfdraw", "--tianhu").stderr
    assert "天糊 / 不是庄家" in clash
    assert "不成糊" in hule("score", *won[:1], "123p 456p 789p 22z 34z", *won[2:], "--by", "selfdraw").stderr


@pytest.mark.parametrize(("variant", "facts", "said"), [
    ("sichuan", (), "三条"), ("changsha", (), "三索"), ("fuzhou", ("--gold", "9p"), "三索"),
])  # fmt: skip
def test_a_tile_is_called_what_the_table_calls_it(variant: str, facts: tuple[str, ...], said: str) -> None:
    """Where the variant is known, tiles have its names, waits as well as what a hand lacks; JSON stays as it is."""
    sets = "123m 456m 789m" + (" 123m" if variant == "fuzhou" else "")
    ready = ["waits", "--tiles", f"{sets} 22m 45s", "--variant", variant, *facts, "--lang", "zh"]
    assert said in hule(*ready).stdout
    assert {wait["tile"] for wait in json.loads(hule(*ready, "--json").stdout)["waits"]} >= {"3s", "6s"}
    lacking = ["score", "--tiles", f"{sets} 22m 45s", "--win-tile", "7s", *ready[3:], "--by", "selfdraw", "--seat", "0"]
    assert said in hule(*lacking).stderr


def test_a_command_without_a_variant_says_which_there_are() -> None:
    """Without a terminal to ask on, the rules to choose from are listed."""
    run = hule("score", "--tiles", "123m 456m 789p 2m 333p", "--by", "selfdraw", "--seat", "1", "--win-tile", "2m")
    assert run.exit_code == 2
    assert "which rules" in run.stderr
    assert "songyang" in run.stderr


def test_the_help_stands_under_headings() -> None:
    """Each option of the hand, the win, the deal and the house rules is under its heading."""
    page = hule("score", "--help").stdout
    headings = ("The hand:", "\n  --tiles", "The win:", "\n  --seat", "\n  --tianhu", "The deal:", "\n  --dealer",
                "House rules:", "\n  --option")  # fmt: skip
    order = [page.index(part) for part in headings]
    assert order == sorted(order)


def test_the_language_is_that_of_the_environment() -> None:
    """A Chinese locale is answered in Chinese."""
    run = CliRunner().invoke(main, ["score", *DRAWN], env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"})
    assert "四川" in run.stdout


def test_two_who_pay_each_other_are_netted() -> None:
    """The receipt has one line for each two players."""
    lines = hule("score", *DRAWN, "--kong", "0 concealed").stdout
    assert "seat 1 pays seat 0 (dealer): 1" in lines


def test_house_rules_from_a_file_apply_and_the_command_line_overrides_them(tmp_path: Path) -> None:
    """A saved preset brings its variant and options."""
    rules = tmp_path / "friday.toml"
    rules.write_text('variant = "sichuan"\n[options]\nzimo_bonus = "add_fan"\n', encoding="utf-8")
    without_variant = [*DRAWN[:6], *DRAWN[8:], "--rules", str(rules)]
    assert paid(*without_variant)["payments"] == [-2, 6, -2, -2]
    assert paid(*without_variant, "--option", "zimo_bonus=none")["payments"] == [-1, 3, -1, -1]


def test_house_rules_of_another_variant_are_refused(tmp_path: Path) -> None:
    """Rules for one game do not silently pass for another's."""
    rules = tmp_path / "friday.toml"
    rules.write_text('variant = "chongqing"\n', encoding="utf-8")
    run = hule("score", *DRAWN, "--rules", str(rules))
    assert run.exit_code == 2
    assert "chongqing" in run.stderr


def facts_file(folder: Path, case: dict[str, Any]) -> list[str]:
    """``--case`` with these facts."""
    path = folder / "facts.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return ["--case", str(path)]


def test_tiles_fill_the_one_win_of_a_case_that_has_none(tmp_path: Path) -> None:
    """With two winners of one discard, each is paid."""
    other = {"seat": 2, "by": "discard", "from": 0, "concealed": "13m 456m 789m 22p 555p", "win_tile": "2m"}
    mine = {"seat": 1, "by": "discard", "from": 0, "win_tile": "2m"}
    facts = facts_file(tmp_path, {"variant": "sichuan", "wins": [mine, other]})
    assert paid(*facts, "--tiles", "123m 456m 789p 2m 333p")["payments"] == [-2, 1, 1, 0]


def test_tiles_fill_the_one_hand_of_a_draw(tmp_path: Path) -> None:
    """At a draw the tiles are those of the player who has none in the file."""
    shown = [{"seat": 0, "concealed": "147m 258m 369m 1p 1p 5p 9p"}, {"seat": 1}]
    facts = facts_file(tmp_path, {"variant": "sichuan", "already_won": [2, 3], "draw": {"hands": shown}})
    result = paid(*facts, "--tiles", "123m 456m 789p 2m 333p")
    assert result["payments"] == [-1, 1, 0, 0]


def test_a_case_that_leaves_no_hand_or_two_open_is_refused(tmp_path: Path) -> None:
    """Which hand the tiles are has to be clear."""
    facts = facts_file(tmp_path, {"variant": "sichuan", "wins": [{"seat": 1}, {"seat": 2}]})
    run = hule("score", *facts, "--tiles", "123m 456m 789p 2m 333p")
    assert run.exit_code == 2
    assert "2 hands" in run.stderr


def test_a_case_file_alone_is_scored_with_facts_on_top(tmp_path: Path) -> None:
    """Without tiles the file tells everything, and an option may still change a fact."""
    win = {"seat": 1, "by": "selfdraw", "concealed": "123m 456m 789p 2m 333p", "win_tile": "2m"}
    facts = facts_file(tmp_path, {"variant": "sichuan", "wins": [win], "options": {"kong_fan": 2}})
    assert paid(*facts)["payments"] == [-1, 3, -1, -1]
    assert paid(*facts, "--by", "discard", "--from", "3", "--option", "cap_fan=1")["payments"] == [0, 1, 0, -1]


def test_a_case_file_without_a_winner_is_settled_as_it_stands(tmp_path: Path) -> None:
    """Kongs alone are paid; nobody asks who won."""
    facts = facts_file(tmp_path, {"variant": "sichuan", "kongs": [{"seat": 0, "kind": "concealed"}]})
    assert paid(*facts)["payments"] == [6, -2, -2, -2]


@pytest.mark.parametrize(
    "case",
    [{"wins": 3}, {"wins": [3]}, {"draw": [3]}, {"draw": {"hands": 3}}, {"variant": []}, {"wins": [{"flags": 3}]},
     {"wins": [{"seat": {}, "by": []}]}, {"options": 3}, {"kongs": {}}],
)  # fmt: skip
def test_a_case_file_of_the_wrong_shape_is_a_sentence(case: dict[str, Any], tmp_path: Path) -> None:
    """Wrong types anywhere end with status 2 and no traceback."""
    facts = facts_file(tmp_path, {"variant": "sichuan"} | case)
    assert hule("score", *facts, "--after-kong", "--tiles", "1m").exit_code == 2


def test_scoring_tiles_imports_nothing_that_reads_photos() -> None:
    """Typed tiles are scored without the libraries of the detector and the front end."""
    code = """
import contextlib, sys
from cli import main
with contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print(sorted({'cv2', 'onnxruntime', 'numpy', 'streamlit', 'PIL', 'torch'} & set(sys.modules)))
"""
    command = [sys.executable, "-c", code, "score", *DRAWN, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def at_a_terminal(arguments: list[str], typed: str) -> tuple[int, str, str]:
    """Runs the command with a person at the terminal: status, standard output, what was asked."""
    mine, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "cli", *arguments], stdin=theirs, stderr=theirs,
                               stdout=subprocess.PIPE, env=os.environ | {"LC_ALL": "C.UTF-8"})  # fmt: skip
    os.close(theirs)
    os.write(mine, typed.encode())
    output, _ = process.communicate(timeout=60)
    asked = b""
    while True:
        try:
            chunk = os.read(mine, 4096)
        except OSError:  # Linux says so when the other end is closed and read empty.
            break
        if not chunk:
            break
        asked += chunk
    os.close(mine)
    return process.returncode, output.decode(), asked.decode()


def test_a_person_at_a_terminal_is_asked_for_what_is_missing() -> None:
    """Variant, way, winner, tile and payer are asked in turn, and standard output holds JSON alone."""
    status, output, asked = at_a_terminal(
        ["score", "--tiles", "123m 456m 789p 2m 333p", "--json"], "sichuan\ndiscard\n1\n2m\n3\n"
    )
    assert status == 0
    assert json.loads(output)["result"]["payments"] == [0, 1, 0, -1]
    assert all(question in asked for question in ("Which rules", "How was it won", "winner", "winning tile", "Whose"))


@pytest.mark.parametrize("source", ["123m" * 2000, "x" * 300])
def test_a_source_that_no_file_can_be_called_is_told(source: str) -> None:
    """Tiles given as a file, or a name beyond what a system takes, end in a sentence."""
    outcome = CliRunner().invoke(main, ["score", source, "--variant", "sichuan", "--by", "selfdraw", "--seat", "1"])
    assert isinstance(outcome.exception, SystemExit)
    assert outcome.exit_code
    assert "Traceback" not in outcome.output
    assert "cannot be opened" in outcome.output

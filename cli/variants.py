"""``hule variants``: the rules that Hule knows, and what a table may play differently."""

from __future__ import annotations

import difflib
from typing import Any

import click

from cli.facts import option_of
from cli.speech import CliError, Speech, json_option, lang_option, print_json
from scoring import VARIANTS, format_tiles
from scoring.options import Option, spell
from scoring.steps import Text
from scoring.variant import Input, Variant


@click.command()
@click.argument("name", required=False)
@json_option
@lang_option
def variants(name: str | None, as_json: bool, speech: Speech) -> None:
    """List the variants; with a NAME: its tiles, questions and house rules."""
    if name is None:
        if as_json:
            print_json([{"name": item.id, "zh": item.name.zh, "en": item.name.en} for item in VARIANTS.values()])
        else:
            for item in VARIANTS.values():
                click.echo(f"{item.id:<10} {item.name.zh}  {item.name.en}")
        return
    variant = VARIANTS.get(name)
    if variant is None:
        near = difflib.get_close_matches(name, VARIANTS, n=1)
        known = ", ".join(VARIANTS)
        raise CliError(
            Text(f"no variant {name}; did you mean {near[0]}?", f"没有玩法 {name}；是否指 {near[0]}？")
            if near
            else Text(f"no variant {name}; there are {known}", f"没有玩法 {name}；有 {known}")
        )
    if as_json:
        print_json(variant_json(variant))
    else:
        _print_variant(variant, speech)


def variant_json(variant: Variant) -> dict[str, Any]:
    """Everything that a program needs to ask for and to offer."""
    return {
        "name": variant.id,
        "zh": variant.name.zh,
        "en": variant.name.en,
        "players": variant.players,
        "hand_size": variant.hand_size,
        "tiles": {"count": sum(variant.copies.values()), "copies": {t.code: n for t, n in variant.copies.items()},
                  "flowers": format_tiles(sorted(variant.flowers))},
        "ways": sorted(variant.ways),
        "calls": sorted(variant.calls),
        "inputs": [_input_json(item) for item in variant.inputs],
        "options": [_option_json(item) for item in variant.options],
    }  # fmt: skip


def _input_json(item: Input) -> dict[str, Any]:
    return {"name": item.name, "kind": item.kind, "zh": item.label.zh, "en": item.label.en,
            "ways": sorted(item.ways), "required": item.required, "clause": item.clause,
            "option": option_of(item)}  # fmt: skip


def _option_json(item: Option) -> dict[str, Any]:
    return {"name": item.name, "default": item.default, "choices": list(item.choices), "allowed": item.choices_text.en,
            "zh": item.meaning.zh, "en": item.meaning.en, "clause": item.clause}  # fmt: skip


def _print_variant(variant: Variant, speech: Speech) -> None:
    click.echo(click.style(f"{variant.id}  {variant.name.zh}  {variant.name.en}", bold=True))
    kinds = format_tiles(tile for tile in variant.copies if tile not in variant.flowers)
    click.echo(speech(
        f"{sum(variant.copies.values())} tiles: {kinds}; {variant.players} players; {variant.hand_size} in hand",
        f"{sum(variant.copies.values())} 张：{kinds}；{variant.players} 人；手牌 {variant.hand_size} 张",
    ))  # fmt: skip
    if variant.flowers:
        click.echo(f"{speech('flowers', '花牌')}: {format_tiles(sorted(variant.flowers))}")
    click.echo(click.style(speech("Questions", "要问的"), bold=True))
    for item in variant.inputs:
        needed = speech(" — needed", "——必填") if item.required else ""
        click.echo(f"  {item.name}: {speech.of(item.label)} [{item.clause}]{needed}")
        click.echo(f"      {option_of(item)}")
    click.echo(click.style(speech("House rules: --option NAME=VALUE", "选项：--option 名称=值"), bold=True))
    for option in variant.options:
        click.echo(f"  {option.name} = {spell(option.default)}  ({speech.of(option.choices_text)})")
        click.echo(f"      {speech.of(option.meaning)} [{option.clause}]")

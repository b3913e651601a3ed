"""``hule models``: the models side by side, and which of them reads."""

from __future__ import annotations

import click

from cli.speech import CliError, Speech, json_option, lang_option, print_json
from cli.train import print_comparison
from scoring.steps import Text
from vision.registry import Model, ModelError, back, forced, in_use, models, use


@click.group(name="models", invoke_without_command=True)
@json_option
@lang_option
@click.pass_context
def models_(context: click.Context, as_json: bool, speech: Speech) -> None:
    """List the models: the one that comes with Hule and those taught here."""
    if context.invoked_subcommand is not None:
        return
    choice = in_use()
    if as_json:
        listed = [{"name": model.name, "path": str(model.path), **model.figures()} for model in models()]
        print_json({"in_use": str(forced() or choice.model.name), "models": listed})
        return
    if choice.trouble is not None:
        click.echo(speech(choice.trouble.message, choice.trouble.message_zh), err=True)
    for model in models():
        _print(model, model == choice.model, speech)
    if forced() is not None:
        click.echo(speech(f"HULE_MODEL goes before: {forced()}", f"HULE_MODEL 优先：{forced()}"))


def _print(model: Model, used: bool, speech: Speech) -> None:
    click.echo(f"{'*' if used else ' '} {model.name}  {model.path}")
    if figures := model.figures():
        from vision.compare import comparison_from_json

        print_comparison(comparison_from_json(figures), speech)


@models_.command(name="use")
@click.argument("name")
@lang_option
def use_(name: str, speech: Speech) -> None:
    """Switch the model NAME on."""
    try:
        model = use(name)
    except ModelError as error:
        raise CliError(Text(error.message, error.message_zh)) from None
    click.echo(speech(f"{model.name} reads from now on", f"现在由 {model.name} 读牌"))


@models_.command(name="back")
@lang_option
def back_(speech: Speech) -> None:
    """Go back to the model that was in use before."""
    model = back()
    click.echo(speech(f"{model.name} reads from now on", f"现在由 {model.name} 读牌"))

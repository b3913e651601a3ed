"""What holds for the whole evening: rules, house rules with their presets, names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from records import data_folder
from scoring import VARIANTS
from scoring.errors import Rejection
from scoring.options import Option
from scoring.presets import Preset, read_preset, write_preset
from ui.components.hand_view import meld_name
from ui.deal import Deal, with_variant
from ui.house_rules import choice_told, rule_name
from ui.presets import LONGEST_NAME, delete_preset, make_preset, save_preset, saved_presets
from ui.session import bound, edit, session
from ui.text import Words

_SAID = "preset_said"
"""Where the answer to the last press of a preset's button is kept until the next one."""


def table(deal: Deal, words: Words) -> None:
    """The row at the head of the page."""
    with st.container(horizontal=True, key="table", vertical_alignment="center", gap="small"):
        st.selectbox(
            words("table.variant"),
            list(VARIANTS),
            format_func=lambda name: words.of(VARIANTS[name].name),
            label_visibility="collapsed",
            width="stretch",
            **bound("variant", deal.variant, with_variant),
        )
        changed = len(deal.options)
        label = words("table.house_rules_changed", count=changed) if changed else words("table.house_rules")
        with st.popover(label, icon=":material/tune:"):
            saved = saved_presets(_folder(), deal.variant)
            _pick_preset(saved, deal, words)
            for option in deal.rules.options:
                _house_rule(option, deal, words)
            st.button(words("table.reset"), key="reset_rules", disabled=not changed, on_click=_put, args=({},))
            _keep_presets(saved, deal, words)
        with st.popover(words("table.players"), icon=":material/group:"):
            for seat in range(deal.rules.players):
                _name(seat, deal, words)


def _put(options: dict[str, Any]) -> None:
    edit(lambda deal: deal.with_options(options))


def _name(seat: int, deal: Deal, words: Words) -> None:
    def named(deal: Deal, name: str) -> Deal:
        return replace(deal, names=(*deal.names[:seat], name, *deal.names[seat + 1 :]))

    place = words(f"seat.{seat}")
    st.text_input(
        words("table.name", seat=place),
        placeholder=place,
        max_chars=20,
        **bound(f"name_{seat}", deal.names[seat], named),
    )


def _folder() -> Path:
    return data_folder() / "rules"


def _chosen(saved: Sequence[Preset], deal: Deal) -> int | None:
    """Which of the saved rules are those of the deal."""
    return next((at for at, preset in enumerate(saved) if dict(preset.options) == dict(deal.options)), None)


def _pick_preset(saved: Sequence[Preset], deal: Deal, words: Words) -> None:
    if saved:
        st.selectbox(
            words("preset.pick"),
            range(len(saved)),
            format_func=lambda at: saved[at].name,
            placeholder=words("preset.none"),
            **bound(
                "preset",
                _chosen(saved, deal),
                lambda deal, at: deal if at is None else deal.with_options(saved[at].options),
            ),
        )


def _keep_presets(saved: Sequence[Preset], deal: Deal, words: Words) -> None:
    """The present house rules to save under a name, to take along as a file, or to bring in from one."""
    now = _chosen(saved, deal)
    st.text_input(
        words("preset.name"), key="preset_name", placeholder=words("preset.name_hint"), max_chars=LONGEST_NAME
    )
    with st.container(horizontal=True, gap="small", key="presets"):
        st.button(
            words("preset.save"), key="preset_save", icon=":material/bookmark_add:", on_click=_save, args=(words,)
        )
        if now is not None:
            label = words("preset.delete", name=saved[now].name)
            st.button(label, key="preset_delete", icon=":material/delete:", on_click=_delete, args=(saved[now],))
        st.download_button(
            words("preset.download"),
            write_preset(saved[now] if now is not None else make_preset(deal.variant, "", deal.options)),
            f"hule-{deal.variant}.toml",
            "application/toml",
            key="preset_download",
            icon=":material/download:",
            on_click="ignore",
        )
        # The uploader's own button says what the page's style sheet gives it to say.
        st.html(f'<style>.st-key-preset_upload{{--upload:"{words("preset.upload")}"}}</style>')
        st.file_uploader(
            words("preset.upload"), type="toml", key="preset_upload", on_change=_bring_in, args=(words,),
            label_visibility="collapsed", width=180,
        )  # fmt: skip
    if said := st.session_state.get(_SAID):
        st.caption(said)


def _save(words: Words) -> None:
    deal = session().deal
    preset = make_preset(deal.variant, st.session_state["preset_name"], deal.options)
    if not preset.name:
        st.session_state[_SAID] = words("preset.unnamed")
        return
    try:
        save_preset(_folder(), preset)
    except OSError as error:
        st.session_state[_SAID] = words("preset.failed", reason=error.strerror or error)
        return
    st.session_state[_SAID] = words("preset.saved", name=preset.name)
    st.session_state["preset_name"] = ""


def _delete(preset: Preset) -> None:
    delete_preset(_folder(), preset)
    st.session_state[_SAID] = ""


def _bring_in(words: Words) -> None:
    """Takes the house rules of a file; those of another variant change the variant, too."""
    file = st.session_state["preset_upload"]
    if file is None:
        return
    found = read_preset(file.getvalue().decode("utf-8", "replace"))
    if isinstance(found, Rejection):
        reason = words.either(found.message, found.message_zh)
        st.session_state[_SAID] = words("preset.refused", reason=reason)
        return
    deal = session().deal
    other = found.variant != deal.variant
    session().change((with_variant(deal, found.variant) if other else deal).with_options(found.options))
    name = words.of(VARIANTS[found.variant].name)
    st.session_state[_SAID] = words("preset.other", variant=name) if other else ""
    st.session_state["preset_name"] = found.name[:LONGEST_NAME]


def _house_rule(option: Option, deal: Deal, words: Words) -> None:
    """One house rule as the widget that its declaration calls for."""
    value = deal.options.get(option.name, option.default)
    key = f"option_{deal.variant}_{option.name}"
    label = rule_name(option, words)
    hint = f"{words.of(option.meaning)} ({words('table.clause', clause=option.clause)})"

    def put(deal: Deal, chosen: Any) -> Deal:
        return deal.with_option(option.name, chosen)

    if option.choices == (False, True):
        st.toggle(label, help=hint, **bound(key, value, put))
    elif option.choices:
        # By number, because a widget takes the choice None for no choice at all.
        st.selectbox(
            label,
            range(len(option.choices)),
            format_func=lambda number: choice_told(option.choices[number], option, words),
            help=hint,
            **bound(key, option.choices.index(value), lambda deal, number: put(deal, option.choices[number])),
        )
    elif option.keys:
        st.markdown(label, help=hint)
        with st.container(horizontal=True):
            for name in option.keys:
                part = bound(f"{key}_{name}", value[name], _put_part(option, value, name))
                st.number_input(meld_name("kong", name, words), min_value=0, step=1, width=120, **part)
    else:
        st.number_input(label, min_value=option.minimum, step=1, help=hint, **bound(key, value, put))


def _put_part(option: Option, value: dict[str, int], name: str) -> Callable[[Deal, int], Deal]:
    return lambda deal, number: deal.with_option(option.name, {**value, name: number})

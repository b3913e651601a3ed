"""Match (牌局): who plays, what points are worth, how everybody stands, and how it is settled in the end."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from records import Match, Saved, Stake, fewest_payments, final_totals, match_csv, match_json, standings
from scoring.variants import VARIANTS
from ui import archive, recording
from ui.components.standing import payments_html, title_html, totals_chart, totals_html
from ui.match_sheet import match_pdf
from ui.money import MOST_MONEY, at_time, cents
from ui.pages.links import go_to_score
from ui.pages.seats import adjustment, people, stake
from ui.people import NAME_LENGTH, as_label, name_of, people_called
from ui.preferences import current_preferences
from ui.session import Session, current_words, session
from ui.text import Words


def page() -> None:
    """Draws the page."""
    state, words = session(), current_words()
    match = archive.match_of(state.match_id)
    if state.trouble is not None:
        st.warning(words.of(state.trouble), icon=":material/warning:")
    if match is None:
        _new(state, words)
    else:
        _match(match, state, words)
    _others(state, words)


def _new(state: Session, words: Words) -> None:
    """The form for a new match: four names, and off it goes; the rest has defaults."""
    with st.form("new_match", border=False, width=720):
        st.html(title_html(words("match.new")))
        st.caption(words("match.new_hint"))
        columns = [(seat, column) for row in (0, 2) for seat, column in enumerate(st.columns(2), row)]
        names = [_new_name(seat, column, state.deal.names[seat], words) for seat, column in columns]
        variant = st.selectbox(
            words("table.variant"),
            list(VARIANTS),
            index=list(VARIANTS).index(state.deal.variant),
            format_func=lambda name: words.of(VARIANTS[name].name),
            key="new_variant",
        )
        worth = st.number_input(
            words("match.per_point"), min_value=0.0, max_value=MOST_MONEY, value=1.0, step=0.5, format="%g",
            key="new_stake",
        )  # fmt: skip
        if st.form_submit_button(words("match.start"), key="start_match", type="primary", width="stretch"):
            filled = [name or words("match.person", number=seat + 1) for seat, name in enumerate(names)]
            everybody = people_called(filled)
            match = Match(
                variant=variant,
                options=state.deal.house_rules.get(variant, {}),
                people=everybody,
                seats=tuple(person.id for person in everybody),
                stake=Stake(cents(worth)),
            )
            saved = archive.archive().save_match(match, state.origin())
            state.enter_match(saved.id)
            go_to_score(state)


def _new_name(seat: int, column: DeltaGenerator, called: str, words: Words) -> str:
    """Who is to sit there: at first whoever does in the deal on the page that scores."""
    label, called = words(f"match.seat_{seat}"), called.strip()[:NAME_LENGTH]
    unnamed = words("match.person", number=seat + 1)
    return str(column.text_input(label, called, key=f"new_name_{seat}", max_chars=NAME_LENGTH, placeholder=unnamed))


def _match(saved: Saved[Match], state: Session, words: Words) -> None:
    match = saved.value
    lines = standings(match, archive.archive().entries(saved.id))
    totals = final_totals(match, lines)
    played = sum(bool(line.change) for line in lines)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.html(totals_html(match, totals, played, words))
        label, icon = words("match.to_deal" if state.saved is None else "save.next"), ":material/arrow_forward:"
        if st.button(label, key="next_deal", type="primary", icon=icon, width="stretch"):
            if state.saved is not None:
                recording.begin_next(state)
            go_to_score(state)
        if played:
            st.html(title_html(words("match.chart")))
            with st.container(key="chart"):
                chart = totals_chart(match, lines, words, large=current_preferences().large)
                st.altair_chart(chart, width="stretch", alt=words("match.chart"))
    with right:
        with st.expander(words("match.people"), icon=":material/group:"):
            people(saved, state, words)
        with st.expander(words("match.stake"), icon=":material/payments:"):
            stake(saved, state, words)
        with st.expander(words("match.adjust"), icon=":material/swap_horiz:"):
            adjustment(saved, state, words)
        with st.expander(words("match.settle"), icon=":material/handshake:"):
            st.html(payments_html(match, fewest_payments(totals), words))
        with st.expander(words("match.export"), icon=":material/download:"):
            _export(saved, words)


def _export(saved: Saved[Match], words: Words) -> None:
    """The match as files; each is made when it is asked for."""
    records, language = archive.archive(), words.language
    name = f"hule-{saved.id}"
    st.download_button(
        words("match.pdf"), lambda: match_pdf(records, saved.id, words), f"{name}.pdf", "application/pdf", key="pdf",
        on_click="ignore", width="stretch",
    )  # fmt: skip
    st.download_button(
        words("match.csv"), lambda: match_csv(records, saved.id, language), f"{name}.csv", "text/csv", key="csv",
        on_click="ignore", width="stretch",
    )  # fmt: skip
    st.download_button(
        words("match.json"), lambda: match_json(records, saved.id), f"{name}.json", "application/json", key="json",
        on_click="ignore", width="stretch",
    )  # fmt: skip


def _others(state: Session, words: Words) -> None:
    """The other matches, newest first, and the way out of this one."""
    others = [saved for saved in reversed(archive.archive().matches()) if saved.id != state.match_id]
    if not others and state.match_id is None:
        return
    with st.expander(words("match.others"), icon=":material/history:", expanded=state.match_id is None):
        if state.match_id is not None:
            st.button(words("match.leave"), key="leave_match", on_click=state.leave_match)
        for saved in others[:30]:
            names = "、".join(name_of(saved.value, person.id) for person in saved.value.people)
            label = f"{at_time(saved.origin.at)} · {as_label(names)}"
            st.button(label, key=f"open_{saved.id}", on_click=state.enter_match, args=(saved.id,), width="stretch")

"""Where the page stands after a tap that changes most of it.

Ids of deals are letters, digits, - and _: nothing in them can end the text of a script.
"""

from __future__ import annotations

import streamlit as st


def from_the_top(deal: str) -> None:
    """Scrolls up where the page turns to another deal: that begins at the top, and the last tap was at the foot.

    Args:
        deal: the id of the deal that the page shows.
    """
    _run(
        f'const before=globalThis.huleDeal;globalThis.huleDeal="{deal}";'
        "if(before&&before!==huleDeal)document.querySelector('[data-testid=\"stMain\"]').scrollTo(0,0)"
    )


def to_next_deal(deal: str, *, recorded: bool) -> None:
    """Brings the button of the next deal into sight once this deal is recorded here; one opened later stays put.

    Args:
        deal: the id of the deal that the page shows.
        recorded: whether it is recorded as it stands.
    """
    if not recorded:
        _run(f'globalThis.huleUnrecorded="{deal}"')
        return
    _run(
        f'if(globalThis.huleUnrecorded==="{deal}"){{globalThis.huleUnrecorded=null;'
        'setTimeout(()=>document.querySelector(".st-key-next_deal")?.scrollIntoView({block:"nearest"}),100)}'
    )


def _run(script: str) -> None:
    st.html(f"<script>{{{script}}}</script>", unsafe_allow_javascript=True)

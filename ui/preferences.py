"""How one device wants to be spoken to, remembered without an account: its language, and large text and tiles.

Both lie in cookies, so that a page is right from its first paint. Streamlit's pages and the plain ones read them the
same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from ui.text import LANGUAGES, Words, language_of, words

LANGUAGE_COOKIE = "hule_language"
SIZE_COOKIE = "hule_size"
LARGE = "large"
NORMAL = "normal"

_KEY = "hule_preferences"


@dataclass(frozen=True)
class Preferences:
    """What a device prefers.

    Attributes:
        language: ``zh`` or ``en``.
        large: whether text is at least 22 pixels tall and tiles at least 48 wide.
    """

    language: str
    large: bool = False

    @property
    def words(self) -> Words:
        """The words in its language."""
        return words(self.language)

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that say the same."""
        return {LANGUAGE_COOKIE: self.language, SIZE_COOKIE: LARGE if self.large else NORMAL}


def preferences_of(cookies: Mapping[str, str], query: Mapping[str, str], locale: str | None) -> Preferences:
    """What a request tells.

    Args:
        cookies: of the request.
        query: parameters of the address; ``lang`` and ``size`` there win over the cookies, so that a link can set them.
        locale: the browser's languages, ``zh-CN,zh;q=0.9``, which decide until a person does.
    """
    chosen = query.get("lang") or cookies.get(LANGUAGE_COOKIE)
    language = chosen if chosen in LANGUAGES else language_of(locale)
    return Preferences(language, (query.get("size") or cookies.get(SIZE_COOKIE)) == LARGE)


def current_preferences() -> Preferences:
    """Those of this tab."""
    chosen: Preferences | None = st.session_state.get(_KEY)
    return chosen or preferences_of(st.context.cookies, st.query_params, st.context.locale)


def prefer(preferences: Preferences) -> None:
    """Takes a person's choice; the address no longer has a say."""
    st.session_state[_KEY] = preferences
    for name in ("lang", "size"):
        st.session_state.get("hule_address", {}).pop(name, None)
        if name in st.query_params:
            del st.query_params[name]


def remember_preferences() -> None:
    """Leaves a choice with the browser, for the next time it comes."""
    chosen: Preferences | None = st.session_state.get(_KEY)
    if chosen is not None:
        # The values are of our own making, so nothing in them can end the text of the script.
        kept = "path=/; max-age=31536000; SameSite=Lax"
        script = ";".join(f'document.cookie="{name}={value}; {kept}"' for name, value in chosen.cookies.items())
        st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)

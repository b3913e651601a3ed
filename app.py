"""The front end: ``hule app``, or ``streamlit run app.py``."""

import streamlit as st

from records import RecordsError
from ui import address
from ui.components.match_line import match_line
from ui.components.owner import owner_field
from ui.devices import remember_device
from ui.frame import frame
from ui.pages import deals, dispute, label, match, models, score
from ui.scrolling import from_the_top
from ui.session import current_words, session


def main() -> None:
    """Draws the page that the address names; where what is kept cannot be read or written, a sentence says why."""
    try:
        _draw()
    except RecordsError as error:
        st.error(current_words().either(error.message, error.message_zh), icon=":material/error:")


def _draw() -> None:
    session().catch_up()
    address.follow(session())
    words = current_words()
    st.set_page_config(
        page_title=words("app.page_title"), page_icon="🀄", layout="wide", initial_sidebar_state="collapsed"
    )
    pages = [
        st.Page(score.page, title=words("app.page"), icon=":material/calculate:", url_path="score", default=True),
        st.Page(match.page, title=words("match.page"), icon=":material/groups:", url_path="match"),
        st.Page(deals.page, title=words("deals.page"), icon=":material/list:", url_path="deals"),
        st.Page(dispute.page, title=words("dispute.page"), icon=":material/balance:", url_path="dispute"),
        st.Page(label.page, title=words("label.page"), icon=":material/label:", url_path="label"),
        st.Page(models.page, title=words("models.page"), icon=":material/school:", url_path="models"),
    ]
    # Streamlit's own navigation does not fit a phone.
    chosen = st.navigation(pages, position="hidden")
    query = address.query(session())
    frame(words, pages, query, owner_field, chosen.url_path)
    with st.container(key=f"page_{chosen.url_path or 'score'}"):
        if chosen is pages[0]:
            from_the_top(session().deal_id)
            match_line(session(), words, pages[1], query)
        chosen.run()
    address.watch(session())
    remember_device(session().device, session().owner)


# A process that is started from a page imports this file under another name, and has no page to draw.
if __name__ == "__main__":
    main()

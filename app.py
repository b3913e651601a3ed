"""The front end: ``hule app``, or ``streamlit run app.py``."""

import streamlit as st

from ui.frame import frame
from ui.pages import score
from ui.session import current_words

words = current_words()
st.set_page_config(page_title=words("app.page_title"), page_icon="🀄", layout="wide", initial_sidebar_state="collapsed")
pages = [st.Page(score.page, title=words("app.page"), url_path="score", default=True)]
chosen = st.navigation(pages, position="hidden" if len(pages) == 1 else "top")
frame(words)
chosen.run()

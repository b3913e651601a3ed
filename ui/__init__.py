"""The front end: Streamlit pages, the values they hold, and their texts."""

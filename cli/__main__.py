"""``python -m cli`` where the ``hule`` script is not on the path."""

from cli import main

main(prog_name="hule")

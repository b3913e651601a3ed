"""The drawings of the tile faces, as code. Only :mod:`ui.faces.build` needs them."""

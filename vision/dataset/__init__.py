"""Labelled photos on disk: reading, checking, counting, converting and dividing them.

``splits`` reads the photos of a split for evaluation; ``tree`` walks a whole dataset file by file, and what
stands on it never holds more than a few hundred bytes a photo.
"""

from vision.dataset.splits import DatasetError, LabelledPhoto, Split, load_split

__all__ = ["DatasetError", "LabelledPhoto", "Split", "load_split"]

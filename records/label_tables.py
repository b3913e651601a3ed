"""The tables of the label queue. As everywhere in the records, rows are only ever added."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from records.tables import Base


class LabelPhotoRow(Base):
    """A photo to label, as the model read it.

    Attributes:
        sha256: of the stored photo.
        added: counts the photos of the queue, in the order in which they came.
        name: its file name.
        session: photos of one session are alike; they stay together when a dataset is divided.
        source: where it came from: ``app``, or the folder or zip.
        guess: canonical JSON of :class:`records.labels.Guess`.
        uncertainty: see :func:`records.prelabel.uncertainty`.
        look: see :func:`records.prelabel.look_of`; float32, little-endian.
    """

    __tablename__ = "label_photos"

    sha256: Mapped[str] = mapped_column(ForeignKey("photos.sha256"), primary_key=True)
    added: Mapped[int] = mapped_column(Integer, index=True)
    name: Mapped[str] = mapped_column(Text)
    session: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    guess: Mapped[str] = mapped_column(Text)
    uncertainty: Mapped[float]
    look: Mapped[bytes] = mapped_column(LargeBinary)


class LabelVersionRow(Base):
    """What a person made of the labels of a photo, change by change; the last row counts.

    Attributes:
        state: ``queued``, ``labelled`` or ``skipped``.
        at: when, in seconds since 1970.
        content: canonical JSON of :class:`records.labels.Labels`.
    """

    __tablename__ = "label_versions"

    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("label_photos.sha256"), index=True)
    state: Mapped[str] = mapped_column(String(16))
    at: Mapped[float]
    content: Mapped[str] = mapped_column(Text)


class LabelGestureRow(Base):
    """A gesture of an editor on somebody's screen that was stored: reported again, it changes nothing.

    Attributes:
        editor: name of the editor.
        number: of the gesture in that editor.
        version: the version of the labels that it made; None where it changed nothing.
    """

    __tablename__ = "label_gestures"

    editor: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    version: Mapped[int | None] = mapped_column(ForeignKey("label_versions.seq"), index=True)


class LabelConsentRow(Base):
    """Whether somebody lets the photos of corrected hands into the queue; the last row of each counts.

    Attributes:
        who: whoever was asked; empty where one machine is one person's.
        given: the answer.
        at: when, in seconds since 1970.
    """

    __tablename__ = "label_consents"

    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    who: Mapped[str] = mapped_column(Text)
    given: Mapped[bool]
    at: Mapped[float]

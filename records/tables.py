"""The tables. Rows are only ever added, and what changes is a new version; drafts alone give way to newer ones."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What alembic compares the database with."""


class RecordRow(Base):
    """A match, a deal or an adjustment.

    Attributes:
        kind: ``match``, ``deal`` or ``adjustment``.
        match_id: the match that a deal or an adjustment belongs to.
    """

    __tablename__ = "records"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), index=True)
    match_id: Mapped[str | None] = mapped_column(ForeignKey("records.id"), index=True)


class VersionRow(Base):
    """One version of a record.

    Attributes:
        seq: grows with every version of anything; the order in which things were entered.
        content: the canonical JSON of :mod:`records.envelope`, the truth that the columns only index.
        sha256: of ``content``.
    """

    __tablename__ = "versions"
    __table_args__ = (UniqueConstraint("record_id", "version"),)

    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    record_id: Mapped[str] = mapped_column(ForeignKey("records.id"))
    version: Mapped[int]
    content: Mapped[str] = mapped_column(Text)
    sha256: Mapped[str] = mapped_column(String(64))


class PhotoRow(Base):
    """A photo, whose file has its hash for a name.

    Attributes:
        sha256: of the file as it is stored.
        upload_sha256: of the bytes as they came, by which a photo sent twice is known.
        match_id: the match under whose address it came.
        deal_id: the deal under whose address it came, which need not be stored yet.
        width: in pixels.
        height: in pixels.
    """

    __tablename__ = "photos"

    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    upload_sha256: Mapped[str] = mapped_column(String(64), index=True)
    match_id: Mapped[str | None] = mapped_column(ForeignKey("records.id"), index=True)
    deal_id: Mapped[str | None] = mapped_column(String(64), index=True)
    width: Mapped[int]
    height: Mapped[int]


class VersionPhotoRow(Base):
    """Which version shows which photo."""

    __tablename__ = "version_photos"

    seq: Mapped[int] = mapped_column(ForeignKey("versions.seq"), primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("photos.sha256"), primary_key=True)


class ReadingRow(Base):
    """What a model read in a photo.

    Attributes:
        seq: grows; of several readings of one photo the last one holds.
        content: the reading in the form of ``hule read --json``.
    """

    __tablename__ = "readings"

    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    sha256: Mapped[str] = mapped_column(ForeignKey("photos.sha256"), index=True)
    content: Mapped[str] = mapped_column(Text)


class DraftRow(Base):
    """A deal as it stood on one device after one change. Old steps are deleted.

    Attributes:
        seq: grows with every step.
        deal_id: of a deal that may not be stored yet.
        device: where it was entered.
        content: the canonical JSON of :class:`records.drafts.Draft`.
    """

    __tablename__ = "drafts"
    __table_args__ = (Index("ix_drafts_deal_device", "deal_id", "device"),)

    seq: Mapped[int] = mapped_column(Integer, primary_key=True)
    deal_id: Mapped[str] = mapped_column(String(64))
    device: Mapped[str] = mapped_column(String(64), index=True)
    content: Mapped[str] = mapped_column(Text)

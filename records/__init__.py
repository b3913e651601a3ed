"""What is kept: matches, deals in every version, adjustments and photos. Nothing that was entered is lost.

>>> from records import Deal, Origin, clean, open_records
>>> records = open_records(folder)                                        # doctest: +SKIP
>>> photo = clean(load_photo("hand.jpg"))                                 # doctest: +SKIP
>>> deal = Deal(photos=(photo.sha256,)).settled(case, result)             # doctest: +SKIP
>>> saved = records.save_deal(deal, Origin("老王", "phone", now), photos=[photo])   # doctest: +SKIP
"""

from records.drafts import Draft
from records.errors import RecordsError
from records.export import match_csv, match_json
from records.money import Payment, fewest_payments, money_of_seats
from records.photos import CleanPhoto, clean
from records.repository import Records, is_id, new_id, open_records
from records.rules import RulesInForce, rules_in_force
from records.standings import Line, final_totals, money_of, standings
from records.values import (
    Adjustment,
    Correction,
    Deal,
    Match,
    NewVersion,
    Origin,
    Person,
    PointTransfer,
    Saved,
    Stake,
)
from vision.home import data_folder

__all__ = [
    "Adjustment",
    "CleanPhoto",
    "Correction",
    "Deal",
    "Draft",
    "Line",
    "Match",
    "NewVersion",
    "Origin",
    "Payment",
    "Person",
    "PointTransfer",
    "Records",
    "RecordsError",
    "RulesInForce",
    "Saved",
    "Stake",
    "clean",
    "data_folder",
    "fewest_payments",
    "final_totals",
    "is_id",
    "match_csv",
    "match_json",
    "money_of",
    "money_of_seats",
    "new_id",
    "open_records",
    "rules_in_force",
    "standings",
]

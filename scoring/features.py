"""Questions about a hand that patterns of several variants ask, in the terms of the game."""

from __future__ import annotations

from collections.abc import Callable

from scoring.patterns import Hand
from scoring.tiles import Tile


def any_hand(hand: Hand) -> bool:
    """Every hand: stands in a pattern that is not looked for but given where it applies, as a plain hand is."""
    return True


def fact(flag: str) -> Callable[[Hand], bool]:
    """Whether this fact of the win holds (天胡, 海底, …)."""
    return lambda hand: flag in hand.win.flags


def is_standard(hand: Hand) -> bool:
    """Sets and one pair (平胡牌型)."""
    return hand.shape == "standard"


def is_seven_pairs(hand: Hand) -> bool:
    """Seven pairs (七对)."""
    return hand.shape == "seven_pairs"


def all_triplets(hand: Hand) -> bool:
    """Every set a triplet or kong (对对胡、碰碰胡)."""
    return is_standard(hand) and not any(item.kind == "chi" for item in hand.groups)


def all_chi(hand: Hand) -> bool:
    """Every set a chi (平糊)."""
    return is_standard(hand) and not any(item.is_triplet for item in hand.groups)


def all_258(hand: Hand) -> bool:
    """Every tile a 2, 5 or 8 (将)."""
    return all(item.kind != "chi" and is_258(item.tile) for item in hand.groups)


def triplets_of_258(hand: Hand) -> bool:
    """All triplets, every tile a 2, 5 or 8 (将对)."""
    return all_triplets(hand) and all_258(hand)


def is_258(tile: Tile) -> bool:
    """Whether the tile is a 2, 5 or 8 of a suit (将牌)."""
    return tile.is_suited and tile.rank in (2, 5, 8)


def suits(hand: Hand) -> set[str]:
    """Letters of the suits in the hand, ``z`` for honors."""
    return {item.tile.suit for item in hand.groups}


def one_suit(hand: Hand) -> bool:
    """All tiles of one suit, no honors (清一色)."""
    first = hand.groups[0].tile
    return first.is_suited and all(item.tile.suit == first.suit for item in hand.groups)


def one_suit_and_honors(hand: Hand) -> bool:
    """One suit and honors (混一色)."""
    found = suits(hand)
    return len(found) == 2 and "z" in found


def only_honors(hand: Hand) -> bool:
    """Honors alone (字一色、全字)."""
    return suits(hand) == {"z"}


def terminal_in_every_group(hand: Hand) -> bool:
    """A 1 or 9 in every set and in the pair (幺九)."""
    return is_standard(hand) and all(item.has_terminal for item in hand.groups)


def fours(hand: Hand) -> int:
    """How many faces the hand holds four of without having declared the kong (根, rules 1.4.3)."""
    return sum(number >= 4 for number in hand.faces.values()) - kongs(hand)


def kongs(hand: Hand) -> int:
    """How many kongs of any kind the hand holds (杠)."""
    return sum(1 for item in hand.groups if item.kind == "kong")


def robs_kong(hand: Hand) -> bool:
    """Won on a tile that another player added to a pong (抢杠)."""
    return hand.win.by == "robkong"


def self_drawn(hand: Hand) -> bool:
    """Won on a tile drawn from the wall (自摸)."""
    return hand.win.by == "selfdraw"

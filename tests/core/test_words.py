"""Numbers in sentences."""

from __future__ import annotations

from kronland.core.words import N_, Amounts, Numbers, words


def test_an_amount_is_tried_as_a_loss_as_none_as_one_and_as_several() -> None:
    """The tests of all sentences try these: each can be worded in another way."""
    assert set(Amounts("points", N_("point")).samples) == {-1, 0, 1, 2}
    assert set(Numbers("number").samples) == {0, 1, 2}


def test_a_number_has_a_sign_where_it_is_signed_and_not_none() -> None:
    speak = words("en")
    assert [Numbers("points", signed=True).say(n, speak, []) for n in (-2, 0, 2)] == ["\N{MINUS SIGN}2", "0", "+2"]
    assert [Numbers("points").say(n, speak, []) for n in (-2, 0, 2)] == ["\N{MINUS SIGN}2", "0", "2"]

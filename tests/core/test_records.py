"""Records with attributes: they are NumPy's bytes, read and written by name."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from kronland.core.game import CENSOR
from kronland.core.match import Match
from kronland.core.records import plain, records, with_attributes
from kronland.games import find_game

FIELDS = [("seat", np.int64), ("ducats", np.int16, (4,)), ("fields", np.uint64)]
DTYPE = np.dtype(FIELDS, align=True)


def test_attributes_are_the_fields_and_what_is_written_is_in_the_bytes() -> None:
    many = records(3, DTYPE)
    one = many[1]
    one.seat, one.ducats[2], one.fields = 2, 9, 2**63
    assert (one.seat, one.ducats.tolist(), one.fields) == (2, [0, 0, 9, 0], 2**63)
    assert type(one.seat) is np.int64 and type(one.fields) is np.uint64
    assert many.seat.tolist() == [0, 2, 0] and many.ducats[1].tolist() == [0, 0, 9, 0]
    assert many.view(np.ndarray)["fields"].tolist() == [0, 2**63, 0]
    with pytest.raises(AttributeError):
        one.purse = 3
    with pytest.raises(AttributeError, match="purse"):
        _ = many.purse


def test_copies_and_pickles_are_records_of_the_same_kind_that_share_nothing() -> None:
    many = records(2, DTYPE)
    many[0].seat = 3
    for other in (many[0].copy(), copy.deepcopy(many[0]), pickle.loads(pickle.dumps(many[0])), pickle.loads(pickle.dumps(many))[0]):
        assert type(other) is type(many[0]) and other.tobytes() == many[0].tobytes()
        other.seat = 5
        assert many[0].seat == 3


def test_one_kind_for_all_dtypes_with_the_same_fields() -> None:
    quick = with_attributes(DTYPE)
    assert quick.type is with_attributes(np.dtype(FIELDS, align=True)).type is with_attributes(quick).type
    assert plain(with_attributes(DTYPE)) == plain(DTYPE) == DTYPE
    assert with_attributes(np.dtype([("seat", np.int8)])).type is not with_attributes(DTYPE).type


def test_a_field_does_not_hide_what_numpy_has_by_that_name() -> None:
    with pytest.raises(AssertionError, match="'copy'"):
        records(1, np.dtype([("copy", np.int8)]))


def test_numpys_own_records_find_the_kernels_of_their_game() -> None:
    """They are of one class in all games: what was found for one is not taken for another."""
    for game in (find_game("loewenherz"), find_game("koenig"), find_game("loewenherz")):
        state = Match(game, seed=1, mode="python").state
        other = np.frombuffer(bytearray(state.tobytes()), plain(game.layout.dtype)).view(np.recarray)[0]
        assert type(other) is np.record
        assert CENSOR.pick(other, "python") is CENSOR.pick(state, "python")

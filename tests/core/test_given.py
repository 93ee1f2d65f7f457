"""What programs give: numbers of any kind that is a whole one, and for everything else one line that says what would be right."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kronland
from kronland.core.kernel import DEFAULT_MODE
from kronland.core.layout import same
from kronland.core.match import Match

GAME = "brianboru"
MATCH = kronland.match(GAME, players=3, seed=7, mode=DEFAULT_MODE)
FIRST, SEAT = MATCH.legal.actions[0], MATCH.actors[0]
STATE, TEXT = MATCH.state, MATCH.write_position()
LAND = kronland.match("loewenherz", players=3, seed=7, mode="python")


def changed(**fields: Any) -> Any:
    state = MATCH.state
    for name, value in fields.items():
        state[name] = value
    return state


def test_numbers_of_numpy_are_numbers_everywhere() -> None:
    """Seeds come out of `rng.integers` and `np.arange`, actions out of learners: as arrays without a dimension."""
    seven, first, seat = np.int64(7), np.array(FIRST), np.int8(SEAT)
    match = kronland.match(GAME, players=np.int32(3), seed=seven, mode="python")
    assert match == MATCH and match.why(first, seat) is None and first in match.legal and np.array([FIRST]) not in match.legal
    assert match.redealt(seven, seat) == MATCH.redealt(7, SEAT) and match.view(seat).board == MATCH.view(SEAT).board
    assert match.known(seat, seven).state.tobytes() == MATCH.known(SEAT, 7).state.tobytes()
    assert kronland.bot("page")(match, seed=seven) == kronland.bot("page")(match, seed=7)
    assert match.play(first, seat) and match.length == 1
    games = [kronland.batch(GAME, players=3, games=2, seed=seed, mode="python") for seed in (seven, 7)]
    assert games[0].sample(seven).tolist() == games[1].sample(7).tolist()
    with pytest.raises(kronland.UsageError, match="the seed True cannot be read"):
        kronland.match(GAME, seed=True)


SEATS = [3, -2, 99, 0.5, 1.0, float("nan"), True, "red", 10**30, [], np.array([0])]
ASKED_OF_A_SEAT: list[Callable[[Any], Any]] = [
    MATCH.view,
    MATCH.legal_for,
    MATCH.legal_actions,
    MATCH.known,
    MATCH.foreseer,
    MATCH.events,
    MATCH.log,
    MATCH.history_for,
    MATCH.chosen_in_secret,
    lambda seat: MATCH.waits_since(0, seat),
    lambda seat: MATCH.play(FIRST, seat),
    lambda seat: MATCH.why(FIRST, seat),
    lambda seat: MATCH.twin(seat, 1),
    lambda seat: kronland.Legal(MATCH, seat),
    lambda seat: MATCH.game.points(STATE, seat),
    lambda seat: MATCH.redealt(1, seat),
    lambda seat: MATCH.view_at(0, seat),
    lambda seat: kronland.Known(MATCH.game, STATE, seat),
    lambda seat: kronland.Known.of_rules(MATCH.game, STATE, seat),
    lambda seat: kronland.batch(GAME, players=3, games=1, mode="python").seen_by(0, seat),
    lambda seat: kronland.batch(GAME, players=3, games=1, mode="python", learner=seat),
]


@pytest.mark.parametrize("ask", ASKED_OF_A_SEAT)
def test_there_are_seats_and_no_others(ask: Callable[[Any], Any]) -> None:
    """In whichever mode: compiled rules would read on behind the last one."""
    for seat in SEATS:
        with pytest.raises(kronland.UsageError, match=r"there is no seat .*; seats are 0 to 2"):
            ask(seat)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, float("nan"), "x", True])
def test_there_are_seeds_and_no_others(seed: Any) -> None:
    games = kronland.batch(GAME, players=3, games=1, mode="python")
    page = kronland.bot("page")
    asks = (lambda: MATCH.twin(0, seed), lambda: MATCH.known(0, seed), lambda: MATCH.redealt(seed), lambda: page(MATCH, seed=seed),
            lambda: games.sample(seed), lambda: games.candidates(seed=seed))  # fmt: skip
    for ask in asks:
        with pytest.raises(kronland.UsageError, match=r"seed is .*; expected a whole number from 0 to 18446744073709551615"):
            ask()


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: kronland.match(GAME, players=3.0), "is for 3 to 5 players, not 3.0"),
    (lambda: kronland.match(GAME, seed=1.5), "the seed 1.5 cannot be read; expected a whole number or 32 hexadecimal digits"),
    (lambda: kronland.match(GAME, seed=[]), r"the seed \[\] cannot be read"),
    (lambda: kronland.match(GAME, position=3), "the position is 3; expected its text"),
    (lambda: kronland.match(None), "unknown game None; the games are: loewenherz"),
    (lambda: kronland.register(None), "None is no package; expected the name of one"),
    (lambda: kronland.edit(None), "NoneType cannot be edited; expected a match"),
    (lambda: kronland.edit(MATCH).put("disc", None, "red"), "None is no text; expected pieces, places and colours by their names"),
    (lambda: kronland.edit(MATCH).take(3), "3 is no text"),
    (lambda: kronland.edit(MATCH).say(None), "None is no text"),
    (lambda: kronland.bot(None), "there is no bot None; expected a name, one of page"),
    (lambda: kronland.bot("knight:" + 20 * "9"), "expected knight or king, a colon and a number of iterations"),
    (lambda: MATCH.play(10**30), "1000000000000000000000000000000 is not legal here: There is no such action"),
    (lambda: MATCH.play(-(10**30)), "is not legal here: There is no such action"),
    (lambda: MATCH.events(0, 5), "the number of the decision is 5; expected a whole number from -1 to 0"),
    (lambda: MATCH.decider(2), "the number of the decision is 2; expected a whole number from 0 to 0"),
    (lambda: MATCH.state_at(0.5), "there is no position 0.5; there are 0 to 0"),
    (lambda: kronland.load(MATCH.game.example, at=1.5), "there is no position 1.5; the record has"),
    (lambda: kronland.Known(MATCH.game, None, 0), "that is no state of Brian Boru; expected one like match.state"),
    (lambda: kronland.Known(kronland.game("koenig"), STATE, 0), "that is no state of Löwenherz – Der König"),
    (lambda: Match.from_state(MATCH.game, MATCH.game.layout.batch(2)), "that is no state of Brian Boru"),
    (lambda: Match.from_state(MATCH.game, changed(players=99)), "the state cannot arise"),
    (lambda: Match.from_state(MATCH.game, changed(actors=255)), "the state cannot arise"),
    (lambda: Match.from_state(MATCH.game, changed(seat=77)), "the state cannot arise"),
    (lambda: kronland.gather(GAME, games="x"), "games is 'x'; expected a whole number from 0 on"),
    (lambda: kronland.gather(GAME, games=1, seed=-1), "seed is -1; expected a whole number from 0 to"),
    (lambda: kronland.gather(GAME, kronland.Visitor), "is no visitor; expected an instance of a class of kronland.Visitor"),
    (lambda: kronland.gather_records("x.json", 3), "3 is no visitor"),
    (lambda: kronland.play_batch(GAME, 3, 1), "'brianboru' is no game; expected kronland.game"),
    (lambda: kronland.play_batch(MATCH.game, 3, -1), "games is -1; expected a whole number from 0 on"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, seed=-1), "seed is -1; expected"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, chunk=0), "chunk is 0; expected a whole number from 1 on"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, mode=DEFAULT_MODE, threads=-1), "threads is -1; expected"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, mode="fast"), "unknown mode 'fast'"),
    (lambda: kronland.batch(GAME, options="beginner"), "the options are 'beginner'; expected a mapping of names to values"),
    (lambda: kronland.batch(GAME, games=10**30), "there is no memory for 1000000000000000000000000000000 games"),
    (lambda: Match.from_state(MATCH.game, changed(clock=-1)), "the state cannot arise: -1 decisions"),
    (lambda: Match.from_state(None, STATE), "None is no game; expected kronland.game"),
    (lambda: kronland.Known(MATCH.game, changed(players=99), 0), "the state cannot arise"),
    (lambda: kronland.Known(MATCH.game, MATCH.view(0).state, 0), "the state cannot arise, or something in it is hidden"),
    (lambda: kronland.Editor(MATCH.game, None), "that is no state of Brian Boru"),
    (lambda: kronland.Known(None, STATE, 0), "None is no game"),
    (lambda: kronland.Known(MATCH.game, STATE, 0, "fast"), "unknown mode 'fast'; the modes are python and native"),
    (lambda: Match(GAME), "'brianboru' is no game"),
    (lambda: Match(MATCH.game, rules=[]), r"rules version \[\]; this Kronland knows"),
    (lambda: Match(MATCH.game, components=3), "the components given is 3; expected a text"),
    (lambda: kronland.match(np.zeros(2)), r"unknown game array.*; the games are"),
    (lambda: kronland.match(GAME, mode=""), "unknown mode ''; the modes are"),
    (lambda: MATCH.rename(["A", "B", 101 * "x"]), "the names given: a text of 101 characters; expected at most 100"),
    (lambda: MATCH.rename(["A", "B", "x\ny"]), r"the names given: 'x\\ny' holds what cannot be kept or shown; expected letters and signs"),
    (lambda: MATCH.rename(["A", "B", "\ud800"]), r"the names given: '\\ud800' holds what cannot be kept"),
    (lambda: MATCH.rename(["A", "B", "\x1b[2J"]), r"the names given: '\\x1b\[2J' holds what cannot be kept"),
    (lambda: Match(MATCH.game, salt="\ud800"), "the salt given: .* holds what cannot be kept"),
    (lambda: Match(MATCH.game, salt=65 * "x"), "the salt given: a text of 65 characters; expected at most 64"),
    (lambda: Match(MATCH.game, components="#" + 5000 * "x"), "the components given: a text of 5001 characters; expected at most 5000"),
    (lambda: kronland.match(GAME, position=TEXT + "\n#" + 5000 * "x"), "the position given: a text of 5001 characters; expected at"),
    (lambda: kronland.match(GAME, names="ABC", players=3), "the names given are 'ABC'; expected a list of 3 texts"),
    (lambda: MATCH.rename([1, 2, 3]), r"the names given are \[1, 2, 3\]; expected a list of 3 texts"),
    (lambda: MATCH.carry_out("done"), "'done' is no decision; expected what match.judged"),
    (lambda: MATCH.known_to_all(9), "the number of the decision is 9; expected a whole number from 0 to 0"),
    (lambda: MATCH.waits_since("x", 0), "'x' decisions ago is nonsense; expected a whole number"),
    (lambda: MATCH.view(0, language=[]), r"unknown language \[\]; there are de and en"),
    (lambda: MATCH.view(0).notation("done"), "there is no action number 'done'; actions are 0 to"),
    (lambda: MATCH.view(0).label(0.5), "there is no action number 0.5"),
    (lambda: MATCH.game.space.parse(None), "None is no notation; expected a text, one of: settle"),
    (lambda: MATCH.game.space["march"], "there is no verb 'march'; expected one of: settle"),
    (lambda: MATCH.game.observation.part([1], "towns"), "expected an array with the 1145 numbers of an observation .*; got list"),
    (lambda: MATCH.game.observation[None], "there is no part None in the observation; the parts are"),
    (lambda: kronland.bot("page")(MATCH, seat="red"), "there is no seat 'red'; seats are 0 to 2"),
    (lambda: kronland.save(None, "x.json"), "NoneType has no record; expected a match"),
    (lambda: kronland.save(MATCH, None), "the file is None; expected its name"),
    (lambda: kronland.save(MATCH, "a\0b"), r"the file is 'a\\x00b'; expected its name"),
    (lambda: kronland.load(3), "the file is 3; expected its name"),
    (lambda: kronland.load("a\0b"), r"the file is 'a\\x00b'; expected its name"),
    (lambda: kronland.gather(GAME, games=0, bots=3), "the bots are 3; expected the name of one for all, or a list of 5"),
    (lambda: kronland.gather_records(3), "the files are 3; expected the name of a record file"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, components=np.zeros(2)), "the components are .*; expected what game.load_components"),
    (lambda: kronland.play_batch(MATCH.game, 3, 1, progress=3), "progress is 3; expected a function"),
    (lambda: kronland.match(GAME, players=3, tricks=np.zeros(2)), r"option 'tricks' cannot be array.*; it can be five or four"),
    (lambda: MATCH.game.check_options(3, {3: "five"}), "Brian Boru has no option 3; it has tricks"),
    (lambda: Match(MATCH.game, options=np.zeros(2)), "the options are array.*; expected a mapping of names to values"),
    (lambda: MATCH.game.why(-1), r"the code of a refusal is -1; expected a whole number from 0 to \d+"),
    (lambda: MATCH.game.points(STATE, 3), "there is no seat 3; seats are 0 to 2"),
    (lambda: MATCH.game.points(None, 0), "that is no state of Brian Boru; expected one like match.state"),
    (lambda: MATCH.game.results("red"), "that is no state of Brian Boru"),
    (lambda: MATCH.game.options_of(None), "that is no state of Brian Boru"),
    (lambda: MATCH.game.seen(kronland.match("koenig", mode="python").state, 0), "that is no state of Brian Boru"),
    (lambda: MATCH.game.seen(STATE, 3), "there is no seat 3; seats are 0 to 2, and -1 is a spectator"),
    (lambda: MATCH.game.load_components(3, "mine.toml"), "mine.toml: is 3; expected the text of a component file"),
    (lambda: MATCH.board["N9"], "there is no town 'N9'; expected one like N1"),
    (lambda: kronland.match("rheinlaender", mode="python").board["L0"], "there is no field 'L0'; expected one like L1"),
    (lambda: LAND.board["z1"], "there is no field 'z1'; expected one like a1"),
    (lambda: LAND.board[3], "there is no field 3; expected one like a1"),
    (lambda: LAND.board.neighbours(None), "there is no field None; expected one like a1"),
    (lambda: LAND.board.region_of("R1"), "there is no castle 'R1'; expected one like red-1"),
    (lambda: LAND.game.space.notation(LAND.game.space["expand"].first, 99), "there is no seat 99; seats are 0 to 3"),
    (lambda: kronland.batch(GAME, games=2, restart="yes"), "restart is 'yes'; expected True or False"),
    (lambda: kronland.batch(GAME, games=2, mode="python").step([2**64 - 1] * 2), "expected 2 whole numbers, an action for each game; got"),
    (lambda: kronland.batch(GAME, games=2, mode="python").step([[1], [2, 3]]), "expected 2 whole numbers, an action for each game; got"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "words"), WRONG)
def test_what_is_wrong_is_told_in_one_line_and_changes_nothing(ask: Callable[[], Any], words: str) -> None:
    with pytest.raises(kronland.KronlandError, match=words) as found:
        ask()
    assert "\n" not in str(found.value) and same(MATCH.state, STATE) and MATCH.length == 0


def test_names_may_be_asked_for_that_are_none() -> None:
    """`in` says no, whatever it is asked for, and a castle that is not set has no region."""
    assert "towns" in MATCH.game.observation and [] not in MATCH.game.observation
    assert LAND.board.region_of("Red-4") is None and LAND.board["A1"].name == "a1"


def test_a_copy_has_options_of_its_own() -> None:
    other = MATCH.copy()
    other.options["tricks"] = "four"
    assert MATCH.options == {"tricks": "five"}


def test_nobody_outside_writes_into_what_a_batch_goes_by() -> None:
    """Lists of legal actions say where masks are marked, and states where cards lie: wrong numbers there are places behind an array."""
    games = kronland.batch(GAME, players=3, games=2, seed=7, mode="python")
    for name in ("states", "legal", "counts", "mask", "actors", "done", "results", "points"):
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag"):
            getattr(games, name).flags.writeable = True
    assert games.states[1].players == 3 and games.states.dtype == games.game.layout.dtype


def test_a_batch_can_be_copied_and_packed_with_its_threads() -> None:
    games = kronland.batch(GAME, players=3, games=3, seed=7, mode=DEFAULT_MODE, threads=2)
    games.step(games.sample())
    for other in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        other.step(other.sample(seed=1))
        assert other.states.tobytes() != games.states.tobytes() and (other.mask == games.mask).all() == (other.counts == games.counts).all()

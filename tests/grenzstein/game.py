"""Grenzstein, put together."""

from kronland.core.game import Game
from kronland.core.words import N_
from kronland.games.drawing.desks import pictures
from kronland.games.drawing.heraldry import arms_of
from tests.grenzstein import picture, positions, rules, secrets
from tests.grenzstein.state import COLOURS, EVENTS, LAYOUT, REFUSALS, SEATS, End, Refusal

GAME = Game(
    id="grenzstein", title="Grenzstein", minutes=5, longest=100,
    about=N_("Two neighbours, seven fields between them, and a boundary stone that moves at night."),
    seats=(SEATS,), seat_names=tuple(COLOURS.texts or ()), arms=tuple(map(arms_of, picture.OWNERS)),
    layout=LAYOUT, space=rules.SPACE, events=EVENTS, refusal_codes=Refusal, refusals=REFUSALS, ends=End,
    kernels={
        **{name: getattr(rules, name) for name in ("setup", "refusal", "legal", "apply", "points", "taste")},
        **{name: getattr(secrets, name) for name in ("censor", "resample")},
    },
    invariants=secrets.problems, points_lie_open=True,
    read_position=positions.read, write_position=positions.write, text=picture.words,
    **pictures(picture.board, picture.desk, picture.OWNERS),
)  # fmt: skip

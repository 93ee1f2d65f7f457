"""Löwenherz (1997): the position as a picture (SVG).

Drawn from one seat's view and nothing else: the board, the points, the table (action card and supplies), a
panel for every player, and the choices. Every legal action has exactly one element of the class `target`: on the
board where it belongs to a field or a line, otherwise a button under it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Protocol

from kronland.core.layout import State
from kronland.core.svg import (
    Markup,
    Value,
    circle,
    cut,
    escaped,
    fitted,
    group,
    joined,
    rect,
    tag,
    text,
    use,
    width_of,
)
from kronland.core.words import N_, NN_, Text, Words
from kronland.games.grid.drawing import (
    Chart,
    Slots,
    badge_target,
    castle_target,
    coin_target,
    draw_alliance,
    draw_map,
    expand_target,
    knight_target,
    line_target,
    map_symbols,
    read_position,
    remove_target,
    shared_lines,
    target_symbols,
)
from kronland.games.grid.regions import CASTLES_EACH
from kronland.games.heraldry import (
    BOLD,
    BRIGHT,
    CENTRED,
    EDGE,
    FADED,
    GREY,
    INK,
    INKED,
    OCHRE,
    PAPER,
    PURPLE,
    RED,
    SCALE_HEIGHT,
    SERIF,
    SHEET,
    arms,
    button_face,
    land_symbols,
    owner_symbols,
    points_scale,
    sheet,
    signs,
    target,
)
from kronland.games.loewenherz.actions import DECISIONS, KINDS, SPACE, TREASURES
from kronland.games.loewenherz.state import (
    BOARD,
    DESERTER,
    FIEF,
    FIEF_VALUES,
    KIND_OF,
    TREASURE,
    TREASURE_VALUES,
    Offer,
    Phase,
    Task,
)


class View(Protocol):
    """What one seat may know (-1: a spectator), and in whose words."""

    @property
    def state(self) -> State: ...
    @property
    def seat(self) -> int: ...
    @property
    def legal(self) -> Sequence[int]: ...
    @property
    def words(self) -> Words: ...
    @property
    def names(self) -> Sequence[str]: ...


OWNERS = (RED, OCHRE, PURPLE, GREY)
LANDS = ("farmland", "forest", "mountain", "town")
CHART = Chart(BOARD)
WIDTH = CHART.width
GAP = 12
COLUMN = (WIDTH - GAP) // 2  # two panels are as wide as the board
PITCH = 48  # of number buttons: as wide as a field

SIGN_OF_TASK = {
    Task.DUCATS: "kl-ducats",
    Task.BORDER: "kl-border",
    Task.KNIGHT: "kl-helm",
    Task.POLITICS: "kl-politics",
    Task.SILVER: "kl-silver",
    Task.KING: "kl-king",
}
TASK_TEXTS = {
    Task.DUCATS: NN_("{count} ducat", "{count} ducats", "count"),
    Task.BORDER: NN_("{count} border", "{count} borders", "count"),
    Task.KNIGHT: NN_("{count} knight or expansion", "{count} knights or expansion", "count"),
    Task.POLITICS: N_("Politics card"),
    Task.SILVER: N_("Silver"),
    Task.KING: N_("The king is dead"),
}
PROMPTS = {
    Phase.CASTLE: N_("Set a castle on free farmland"),
    Phase.START_KNIGHT: N_("Set its knight beside the castle"),
    Phase.CARD: N_("Choose an action with your decision cards"),
    Phase.REMOVE: N_("Which knight deserts?"),
    Phase.SETTLE: N_("Where does your own knight go?"),
    Phase.NEGOTIATE: N_("Negotiate for the action"),
    Phase.BID: N_("Duel: bid in secret"),
    Phase.BORDER: NN_("Set {count} more border, or finish", "Set up to {count} borders, or finish", "count"),
    Phase.KNIGHT: N_("Set a knight or expand a region, or finish"),
    Phase.PILE: N_("Look at one of the two piles"),
    Phase.KEEP: N_("Keep one card"),
}

T_TITLE = N_("Löwenherz: the board")
T_PLAYER = N_("{player}: {points} points, {regions} regions, {knights} knights in supply.")
T_ROUND = N_("Round {round}")
T_SETUP = N_("Set-up")
T_WAITING = N_("{players} to decide")
T_OVER = N_("The king is dead: the game is over")
T_OFFER_PAY = N_("{player} offers: I pay {sum} and act")
T_OFFER_DEMAND = N_("{player} offers: you pay me {sum} and act")
T_I_PAY = N_("I pay and act:")
T_YOU_PAY = N_("You pay me and act:")
T_DUCATS_ONLY = N_("Ducats:")
T_WITH_TREASURES = N_("Treasure {values} and ducats:")
T_PILE = N_("Pile {pile}")
T_BID_MADE = N_("has bid")
T_NEUTRAL = N_("neutral")
T_START = N_("start player")
T_REGIONS, T_KNIGHTS, T_POLITICS, T_DUCATS = (
    N_("regions"),
    N_("knights in supply"),
    N_("politics cards"),
    N_("ducats"),
)
T_DECK, T_BORDERS = N_("action cards to come"), N_("borders in supply")
T_PILES = (N_("politics cards in the first pile"), N_("politics cards in the second pile"))


def draw(view: View, wide: bool = True) -> str:
    """The whole picture. `wide` sets the players beside the board, otherwise under it (for an upright phone)."""
    return _Picture(view).whole(wide)


Block = tuple[Markup, float]  # a part of the picture, and its height
Choices = dict[str, list[tuple[int, tuple[int, ...]]]]  # verb -> actions, each with its members


class _Picture:
    def __init__(self, view: View) -> None:
        self.s: State = view.state
        self.seat, self.words, self.names = view.seat, view.words, view.names
        self.players = int(self.s.players)
        self.position = read_position(self.s, BOARD, LANDS)
        self.choices: Choices = {r.verb: [] for r in SPACE.ranges}
        self.may_choose = len(view.legal) > 0
        for action in sorted(int(action) for action in view.legal):
            found = SPACE.range_of(action)
            self.choices[found.verb].append((action, found.members(action)))

    def whole(self, wide: bool) -> str:
        main = [(self._board(), CHART.height), (self._scale(), SCALE_HEIGHT), self._choices()]
        players = [self._panel(seat) for seat in range(self.players)]
        if self.players < 4 and self._has_figures(self.players):
            players.append(self._neutral_panel())
        parts, width, height = _beside(main, [self._table(), *players]) if wide else _below(main, [self._table(), *players])
        symbols = [owner_symbols(owner) for owner in OWNERS]
        attributes: dict[str, Value] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:g} {height:g}",
        }
        # what is inside an image is hidden from screen readers: it can be one only while nothing can be chosen
        attributes["role"] = "group" if self.may_choose else "img"
        return tag(
            "svg",
            tag("title", escaped(self.words(T_TITLE))),
            tag("desc", escaped(self._description())),
            tag("defs", *symbols, land_symbols(), signs(), map_symbols(), target_symbols()),
            rect(0, 0, width, height, fill=SHEET, class_="kl-ground"),
            *parts,
            **attributes,
            class_="kl-picture",
            font_family=SERIF,
        )

    def _has_figures(self, colour: int) -> bool:
        return any(n // CASTLES_EACH == colour for n in self.position.castles)

    def _regions_of(self, colour: int) -> int:
        return sum(n // CASTLES_EACH == colour for n in self.position.regions)

    def _description(self) -> str:
        said = [self._status()]
        for seat in range(self.players):
            places = {
                "points": int(self.s.score[seat]),
                "regions": self._regions_of(seat),
                "knights": int(self.s.knights_left[seat]),
            }
            said.append(self.words(T_PLAYER, player=self.names[seat], **places))
        return " ".join(said)

    def _status(self) -> str:
        round_number = int(self.s.round_number)
        return self.words(T_ROUND, round=round_number) if round_number else self.words(T_SETUP)

    def _target(self, action: int, *drawing: Markup) -> Markup:
        verb = SPACE.range_of(action).verb
        return target(verb, SPACE.notation(action), SPACE.label(action, self.words, self.names), *drawing)

    # The board ---------------------------------------------------------------------------------------------

    def _board(self) -> Markup:
        slots = Slots(CHART)
        parts = [draw_map(CHART, self.position, OWNERS)]
        for pair in self._alliances():
            parts.append(draw_alliance(CHART, self.position, OWNERS, pair, slots))
        parts.append(self._board_targets(slots))
        return tag("g", *parts, class_="kl-board")

    def _alliances(self) -> list[tuple[int, int]]:
        pairs = zip(self.s.ally_one.tolist(), self.s.ally_other.tolist(), strict=True)
        return [(one, other) for one, other in pairs if one >= 0]

    def _board_targets(self, slots: Slots) -> Markup:
        """In the order of fields, so that the keyboard walks the board row by row."""
        by_field: list[tuple[int, Markup]] = []
        cells = BOARD.cell_of_field.tolist()
        paid: set[int] = set()
        knights = {field for _, (field, _) in self.choices["knight"]}
        takers = [field for _, (field, _) in self.choices["expand"]]
        for action, (field,) in self.choices["castle"]:
            by_field.append((field, self._target(action, castle_target(CHART, cells[field]))))
        for action, (field,) in self.choices["remove"]:
            by_field.append((field, self._target(action, remove_target(CHART, cells[field]))))
        for action, (field, payment) in self.choices["knight"]:
            # the cheapest way to pay takes the field, the others a corner of it
            drawing = [] if field in paid else [knight_target(CHART, cells[field])]
            if payment:
                drawing.append(coin_target(CHART, cells[field], payment - 1, TREASURE_VALUES[payment - 1]))
            paid.add(field)
            by_field.append((field, self._target(action, *drawing)))
        for action, (field, own) in self.choices["expand"]:
            alone = field not in knights and takers.count(field) == 1
            region = self.position.regions[self.seat * CASTLES_EACH + own]
            by_field.append((field, self._target(action, expand_target(CHART, cells[field], region, alone))))
        parts = [drawing for _, drawing in sorted(by_field, key=lambda pair: pair[0])]
        parts += [self._target(action, line_target(CHART, line)) for action, (line,) in self.choices["border"]]
        parts += self._pair_targets(slots)
        return joined(parts)

    def _pair_targets(self, slots: Slots) -> list[Markup]:
        """Alliances and deserters: a badge on the border that the two regions share."""
        by_pair: dict[tuple[int, ...], list[tuple[int, str]]] = defaultdict(list)
        for verb, sign in (("alliance", "kl-rings"), ("deserter", "kl-deserter")):
            for action, pair in self.choices[verb]:
                by_pair[pair].append((action, sign))
        parts = []
        for (own, other), choices in sorted(by_pair.items()):
            regions = self.position.regions[self.seat * CASTLES_EACH + own], self.position.regions[other]
            places = slots.take(shared_lines(CHART, *regions), len(choices))
            for (action, sign), place in zip(choices, places, strict=True):
                parts.append(self._target(action, badge_target(sign, *place)))
        return parts

    def _scale(self) -> Markup:
        scores = [(OWNERS[seat], int(self.s.score[seat])) for seat in range(self.players)]
        return joined([sheet(0, 0, WIDTH, SCALE_HEIGHT), points_scale(WIDTH, scores)])

    # The table ---------------------------------------------------------------------------------------------

    def _slots(self) -> list[tuple[Task, int]]:
        """The actions on the card turned up; none before the first."""
        s = self.s
        if not s.drawn:
            return []
        values = s.card[s.deck[s.drawn - 1]].tolist()
        return [(Task(value >> 4), value & 15) for value in values if value]

    def _task_text(self, task: Task, size: int) -> str:
        said = TASK_TEXTS[task]
        return self.words(said, count=size) if said.many else self.words(said)

    def _table(self) -> Block:
        """The action card with the decision cards on it, decks and supplies, alliances."""
        parts = [text(16, 28, self._status(), 20, **BOLD)]
        y = 40.0
        for number, (task, size) in enumerate(self._slots()):
            parts.append(self._action_row(number, task, size, y))
            y += 44
        y += 6
        deck, piles = int(self.s.deck_size) - int(self.s.drawn), self.s.pile_size.tolist()
        supplies = (
            ("kl-deck", deck, T_DECK),
            ("kl-politics", piles[0], T_PILES[0]),
            ("kl-politics", piles[1], T_PILES[1]),
            ("kl-border", int(self.s.borders_left), T_BORDERS),
        )
        for n, (sign, count, said) in enumerate(supplies):
            parts.append(self._stat(sign, str(count), said, 30 + 92 * n, y + 16))
        y += 36
        if self._alliances():
            for n, (one, other) in enumerate(self._alliances()):
                parts.append(self._pair(one, other, 64 + 126 * n, y + 16))
            y += 36
        return joined([sheet(0, 0, COLUMN, y + 4), *parts]), y + 4

    def _action_row(self, number: int, task: Task, size: int, y: float) -> Markup:
        active, single = number == self.s.step, task in (Task.SILVER, Task.KING)
        who = [] if single else [seat for seat in range(self.players) if self.s.laid[seat] >> number & 1]
        room = COLUMN - 100 - 26 * len(who)
        face: dict[str, Value] = (
            {"fill": BRIGHT, "fill_opacity": 0.7, "class_": "kl-action kl-active"} if active else {"fill": SHEET, "class_": "kl-action"}
        )
        return tag(
            "g",
            tag("rect", x=10, y=y, width=COLUMN - 20, height=40, rx=5, stroke=EDGE, **face),
            *([] if single else [_number_disc(number, 32, y + 20)]),
            use(SIGN_OF_TASK[task], 64, y + 20),
            fitted(84, y + 26, self._task_text(task, size), 17, room, **INKED),
            *(arms(OWNERS[seat], COLUMN - 28 - 26 * n, y + 19.5) for n, seat in enumerate(reversed(who))),
            class_="kl-action-row",
        )

    def _pair(self, one: int, other: int, x: float, y: float) -> Markup:
        """Two allied regions: arms and number of castle on either side of the rings."""
        ends = [
            joined(
                [
                    arms(OWNERS[n // CASTLES_EACH], at, 0, 0.9),
                    text(
                        at + away,
                        6,
                        str(n % CASTLES_EACH + 1),
                        15,
                        text_anchor="middle",
                        fill=INK,
                        class_="kl-ink",
                    ),
                ]
            )
            for n, at, away in ((one, -27, -16), (other, 27, 16))
        ]
        return group(*ends, use("kl-rings", 0, 0, 0.95), x=x, y=y)

    def _stat(self, sign: str, value: str, said: Text, x: float, y: float) -> Markup:
        return tag(
            "g",
            tag("title", escaped(f"{value} {self.words(said)}")),
            use(sign, x, y, 0.95),
            text(x + 17, y + 6, value, 18, **INKED),
        )

    # The players -------------------------------------------------------------------------------------------

    def _panel(self, seat: int) -> Block:
        s = self.s
        deciding, starts = int(s.actors) >> seat & 1, seat == s.start
        kinds = self._known_cards(seat)
        height = 122.0 if kinds else 86.0
        frame: dict[str, Value] = {"stroke": INK, "stroke_width": 3, "class_": "kl-sheet kl-deciding"} if deciding else {}
        score = int(s.score[seat])
        said_score = str(score) if score >= 0 else f"\N{MINUS SIGN}{-score}"
        room = COLUMN - 70 - 24 - width_of(said_score, 34)
        parts = [
            sheet(0, 0, COLUMN, height, **frame),
            tag(
                "path",
                d=f"M8 1.5H56V{height - 1.5}H8A6.5 6.5 0 0 1 1.5 {height - 8}V8A6.5 6.5 0 0 1 8 1.5Z",
                fill=OWNERS[seat].colour,
                fill_opacity=0.22,
            ),
            arms(OWNERS[seat], 29, 47 if starts else 42, 1.6 if starts else 1.8),
            fitted(70, 32, self.names[seat], 20, room, **BOLD),
            text(
                COLUMN - 16,
                38,
                said_score,
                32,
                font_weight="bold",
                text_anchor="end",
                fill=INK,
                class_="kl-ink",
            ),
        ]
        if starts:
            parts.append(tag("g", tag("title", escaped(self.words(T_START))), use("kl-king", 29, 15, 1.05)))
        stats = [
            ("kl-region", str(self._regions_of(seat)), T_REGIONS),
            ("kl-helm", str(int(s.knights_left[seat])), T_KNIGHTS),
            ("kl-politics", str(int(s.hand_size[seat])), T_POLITICS),
        ]
        if seat == self.seat or s.open_money or s.ended:
            stats.append(("kl-ducats", str(int(s.ducats[seat])), T_DUCATS))
        parts += [self._stat(sign, value, said, 80 + 70 * n, 62) for n, (sign, value, said) in enumerate(stats)]
        if s.phase == Phase.BID and not deciding and int(s.rivals) >> seat & 1:
            parts.append(
                text(
                    COLUMN - 16,
                    68,
                    self.words(T_BID_MADE),
                    15,
                    text_anchor="end",
                    font_style="italic",
                    fill=FADED,
                    class_="kl-faded",
                )
            )
        parts += self._chips(kinds)
        return tag("g", *parts, class_=f"kl-panel kl-panel-{OWNERS[seat].name}"), height

    def _known_cards(self, seat: int) -> list[int]:
        """The kinds of the politics cards that the reader knows to be in this hand."""
        taken = zip(self.s.politics_taker.tolist(), self.s.politics_spent.tolist(), KIND_OF, strict=True)
        return [kind for taker, spent, kind in taken if taker == seat and not spent]

    def _chips(self, kinds: Sequence[int]) -> list[Markup]:
        """Known politics cards, one beside the other; many of them overlap like a hand of cards."""
        widths = [54 if _kind_sign(kind)[1] else 36 for kind in kinds]
        room = COLUMN - 78.0
        squeeze = min(1.0, room / (sum(widths) + 5 * len(kinds) or 1))
        parts, x = [], 68.0
        for kind, width in zip(kinds, widths, strict=True):
            parts.append(self._chip(kind, width, x))
            x += (width + 5) * squeeze
        return parts

    def _chip(self, kind: int, width: float, x: float) -> Markup:
        sign, value = _kind_sign(kind)
        parts = [
            tag("title", escaped(KINDS.say(kind, self.words, self.names))),
            sheet(0, 0, width, 30, stroke=FADED, fill=SHEET),
            use(sign, 18, 15),
        ]
        if value:
            said = text(42, 21, str(value), 16, **CENTRED)
            parts.append(said)
        return group(*parts, x=x, y=84)

    def _neutral_panel(self) -> Block:
        colour, height = self.players, 50.0
        parts = [
            sheet(0, 0, COLUMN, height),
            arms(OWNERS[colour], 29, 25, 1.2),
            text(
                70,
                31,
                cut(f"{self.names[colour]} ({self.words(T_NEUTRAL)})", 17, 170),
                17,
                font_style="italic",
                fill=INK,
                class_="kl-ink",
            ),
            self._stat("kl-region", str(self._regions_of(colour)), T_REGIONS, 260, 25),
            self._stat("kl-helm", str(int(self.s.knights_left[colour])), T_KNIGHTS, 324, 25),
        ]
        return tag("g", *parts, class_="kl-panel kl-panel-neutral"), height

    # The choices -------------------------------------------------------------------------------------------

    def _choices(self) -> Block:
        rows = _Rows(WIDTH)
        rows.line(self._prompt(), 20, bold=True)
        if self.s.phase == Phase.NEGOTIATE and self.s.offer:
            rows.line(self._standing_offer(), 17)
        for verb, place in (
            ("accept", self._word),
            ("break", self._word),
            ("card", self._card),
            ("pile", self._pile),
            ("keep", self._keep),
        ):
            for action, members in self.choices[verb]:
                place(rows, action, members)
        for verb, said in (("offer", T_I_PAY), ("demand", T_YOU_PAY)):
            if self.choices[verb]:
                rows.line(self.words(said), 17)
                for action, (amount,) in self.choices[verb]:
                    self._number(rows, action, amount)
        self._bids(rows)
        rows.next_row()
        for verb in ("end", "done"):
            for action, members in self.choices[verb]:
                self._word(rows, action, members)
        return rows.drawn()

    def _prompt(self) -> str:
        if self.s.ended:
            return self.words(T_OVER)
        if not self.may_choose:
            deciding = [self.names[seat] for seat in range(self.players) if int(self.s.actors) >> seat & 1]
            return self.words(T_WAITING, players=", ".join(deciding))
        said = PROMPTS[Phase(int(self.s.phase))]
        return self.words(said, count=int(self.s.left)) if said.many else self.words(said)

    def _standing_offer(self) -> str:
        s = self.s
        other = next(seat for seat in range(self.players) if int(s.rivals) >> seat & 1 and seat != s.seat)
        said = T_OFFER_PAY if s.offer == Offer.PAY else T_OFFER_DEMAND
        return self.words(said, player=self.names[other], sum=int(s.offer_sum))

    def _bids(self, rows: _Rows) -> None:
        by_set: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for action, (amount, treasures) in self.choices["bid"]:
            by_set[treasures].append((action, amount))
        for treasures, bids in sorted(by_set.items()):
            if len(by_set) > 1:
                values = " + ".join(map(str, TREASURES.values[treasures]))
                rows.line(
                    self.words(T_WITH_TREASURES, values=values) if treasures else self.words(T_DUCATS_ONLY),
                    17,
                )
            for action, amount in bids:
                self._number(rows, action, amount)

    def _number(self, rows: _Rows, action: int, amount: int) -> None:
        x, y = rows.place(PITCH, 44)
        face = button_face(x + 2, y + 2, PITCH - 4, 40)
        rows.add(
            self._target(
                action,
                face,
                text(x + PITCH / 2, y + 28, str(amount), 18, **CENTRED),
            )
        )

    def _word(self, rows: _Rows, action: int, members: tuple[int, ...]) -> None:
        label = cut(SPACE.label(action, self.words, self.names), 17, WIDTH - 60)
        width = width_of(label, 17) + 36
        x, y = rows.place(width, 46)
        said = text(x + width / 2, y + 28, label, 17, **CENTRED)
        strong = SPACE.range_of(action).verb != "end"
        rows.add(self._target(action, button_face(x + 2, y + 2, width - 4, 42, strong), said))

    def _card(self, rows: _Rows, action: int, members: tuple[int, ...]) -> None:
        numbers = DECISIONS[members[0]]
        slots = self._slots()
        width, height = (WIDTH - 24) / 3, 20.0 + 34 * len(numbers)
        x, y = rows.place(width, height)
        parts = [button_face(x + 2, y + 2, width - 4, height - 4, True)]
        for n, number in enumerate(numbers):
            middle = y + 27 + 34 * n
            parts += [
                _number_disc(number, x + 24, middle),
                use(SIGN_OF_TASK[slots[number][0]], x + 54, middle),
                fitted(x + 72, middle + 6, self._task_text(*slots[number]), 16, width - 80, fill=INK),
            ]
        rows.add(self._target(action, *parts))

    def _pile(self, rows: _Rows, action: int, members: tuple[int, ...]) -> None:
        x, y = rows.place(180, 56)
        label = self.words(T_PILE, pile=members[0] + 1)
        count = str(int(self.s.pile_size[members[0]]))
        self._sign_button(rows, action, "kl-politics", f"{label} ({count})", x, y, 180)

    def _keep(self, rows: _Rows, action: int, members: tuple[int, ...]) -> None:
        label = _capital(KINDS.say(members[0], self.words, self.names))
        width = max(150.0, width_of(label, 17) + 64)
        x, y = rows.place(width, 56)
        self._sign_button(rows, action, _kind_sign(members[0])[0], label, x, y, width)

    def _sign_button(self, rows: _Rows, action: int, sign: str, label: str, x: float, y: float, width: float) -> None:
        face = button_face(x + 2, y + 2, width - 4, 52, True)
        rows.add(self._target(action, face, use(sign, x + 26, y + 28, 1.2), text(x + 48, y + 34, label, 17, fill=INK)))


def _number_disc(number: int, x: float, y: float) -> Markup:
    """A decision card's number."""
    disc = circle(x, y, 13, INK, class_="kl-number")
    said: dict[str, Value] = {
        "text_anchor": "middle",
        "fill": PAPER,
        "font_weight": "bold",
        "class_": "kl-number-text",
    }
    return joined([disc, text(x, y + 5.5, str(number + 1), 16, **said)])


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _kind_sign(kind: int) -> tuple[str, int]:
    """The sign of a kind of politics card, and the value on it (0 for none)."""
    if kind >= TREASURE:
        return "kl-treasure", TREASURE_VALUES[kind - TREASURE]
    if kind >= FIEF:
        return "kl-fief", FIEF_VALUES[kind - FIEF]
    return ("kl-deserter", 0) if kind == DESERTER else ("kl-rings", 0)


def _beside(main: list[Block], panels: list[Block]) -> tuple[list[Markup], float, float]:
    """Two columns, panels to the right: the parts, width and height."""
    margin = 16
    parts, bottoms = [], []
    for blocks, x in ((main, margin), (panels, WIDTH + 2 * margin)):
        y: float = margin
        for drawing, height in blocks:
            parts.append(group(drawing, x=x, y=y))
            y += height + GAP
        bottoms.append(y)
    return parts, WIDTH + COLUMN + 3 * margin, max(bottoms) - GAP + margin


def _below(main: list[Block], panels: list[Block]) -> tuple[list[Markup], float, float]:
    """Panels in two columns under the rest: the parts, width and height."""
    margin = 4
    parts, y = [], float(margin)
    for drawing, height in main:
        parts.append(group(drawing, x=margin, y=y))
        y += height + GAP
    bottoms = [y, y]
    for drawing, height in panels:
        side = 0 if bottoms[0] <= bottoms[1] else 1
        parts.append(group(drawing, x=margin + side * (COLUMN + GAP), y=bottoms[side]))
        bottoms[side] += height + GAP
    return parts, WIDTH + 2 * margin, max(bottoms) - GAP + margin


class _Rows:
    """Things set side by side on a sheet, from left to right and on to the next row."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.parts: list[Markup] = []
        self.x, self.y, self.row = 12.0, 8.0, 0.0

    def next_row(self) -> None:
        self.x, self.y, self.row = 12.0, self.y + self.row, 0.0

    def line(self, said: str, size: float, bold: bool = False) -> None:
        self.next_row()
        weight = "bold" if bold else None
        self.add(
            text(
                16,
                self.y + size + 4,
                cut(said, size, self.width - 32),
                size,
                font_weight=weight,
                fill=INK,
                class_="kl-ink",
            )
        )
        self.y += size + 14

    def place(self, width: float, height: float) -> tuple[float, float]:
        """Room for a thing of this size."""
        if self.x + width > self.width - 11:
            self.next_row()
        x = self.x
        self.x += width
        self.row = max(self.row, height)
        return x, self.y

    def add(self, drawing: Markup) -> None:
        self.parts.append(drawing)

    def drawn(self) -> Block:
        height = self.y + self.row + 8
        return tag("g", sheet(0, 0, self.width, height), *self.parts, class_="kl-choices"), height

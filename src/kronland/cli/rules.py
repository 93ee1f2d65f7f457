"""`kronland rules`: a game's rules in our own words, by id."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from kronland.cli.asked import GameId, Language


def rules(
    game_id: GameId,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule, such as L97-31.")] = None,
    language: Language = "en",
) -> None:
    """Print the rules of a game, or one of them: the ids that refusals and events name."""
    from rich.markdown import Markdown
    from rich.markup import escape

    from kronland.cli.shown import console
    from kronland.core.rulebook import rulebook
    from kronland.games import find_game

    book = rulebook(find_game(game_id).id, language)
    out = console()
    for number, (found, (heading, text)) in enumerate((key, book[key]) for key in _wanted(book, game_id, rule)):
        if number:
            out.print()
        out.print(f"[bold]{found}[/]  {escape(heading)}")
        out.print(Markdown(text), soft_wrap=False)


def _wanted(book: Mapping[str, tuple[str, str]], game_id: str, rule: str | None) -> list[str]:
    import difflib

    from kronland.core.errors import UsageError

    if rule is None:
        return list(book)
    folded = {key.casefold(): key for key in book}
    if rule.casefold() in folded:
        return [folded[rule.casefold()]]
    near = [folded[key] for key in difflib.get_close_matches(rule.casefold(), folded, 3)]
    guess = f"did you mean {' or '.join(near)}? " if near else ""
    raise UsageError(f"{game_id} has no rule {rule!r}; {guess}`kronland rules {game_id}` prints them all")

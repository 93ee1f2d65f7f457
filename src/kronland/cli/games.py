"""`kronland games`: what can be played."""

from __future__ import annotations

from kronland.cli.asked import Language


def games(language: Language = "en") -> None:
    """List the games: ids, players, options, and which components are our reconstruction."""
    from rich.markup import escape

    from kronland.cli.shown import console
    from kronland.core.words import words
    from kronland.games import GAMES, find_game

    out, speak = console(), words(language)
    for number, game_id in enumerate(GAMES):
        game = find_game(game_id)
        if number:
            out.print()
        out.print(f"[bold]{game.id}[/]  {escape(game.title)}, {game.seats[0]}-{game.seats[-1]} players")
        out.print(f"  {escape(speak(game.about))}")
        for option in game.options:
            for value, text in option.values:
                usual = "  (usual)" if value == option.default else ""
                out.print(f"  --option {option.id}={value}  {escape(speak(text).removeprefix(f'{value}: '))}{usual}")
        known = "as published" if game.reconstruction is None else f"our reconstruction: {speak(game.reconstruction)}"
        out.print(f"  components {escape(known)}")

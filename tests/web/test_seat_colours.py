"""The colours and arms of seats on the page, which a game gives as values."""

from __future__ import annotations

import re

from house import House, fewest

from kronland.games import find_game


def test_every_seat_has_its_colour_and_its_arms(house: House, game_id: str) -> None:
    game, browser = find_game(game_id), house.browser("Anna")
    assert len(game.arms) == len(game.seat_names) == game.seats[-1]
    sheet = browser.get(f"/picture/{game_id}/colours.css")
    assert sheet.status_code == 200 and sheet.headers["content-type"].startswith("text/css")
    for seat, arms in enumerate(game.arms):
        assert f".seat-{seat} {{ --seat: light-dark({arms.light}, {arms.dark}); }}" in sheet.text
        assert arms.light in browser.get(f"/picture/{game_id}/arms/{seat}.svg").text
    assert len({arms.light for arms in game.arms}) == len({arms.dark for arms in game.arms}) == len(game.arms)
    for seat in (-1, len(game.arms), 10**20):
        assert browser.get(f"/picture/{game_id}/arms/{seat}.svg").status_code == 404
    assert browser.get("/picture/nothing/colours.css").status_code == browser.get("/picture/nothing/arms/0.svg").status_code == 404


def test_a_table_shows_them(house: House, game_id: str) -> None:
    table, seats = house.make(game_id, ("me",) * fewest(game_id), public=True)
    view = seats[0].view()
    seat = view["actors"][0]
    mine = seats[seat].view()
    assert seats[seat].act(mine["number"], mine["legal"][0]["notation"]).status_code == 200
    page = house.browser("Anna").get(f"/t/{table}").text
    assert f'href="/picture/{game_id}/colours.css?v=' in page
    assert {f"/picture/{game_id}/arms/{number}.svg" for number in range(fewest(game_id))} == set(
        re.findall(r'src="(/picture/[^"]+)"', page)
    )
    assert re.search(rf'<li id="line-\d+" class="line seat-{seat}"', page)

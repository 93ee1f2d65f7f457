"""Whether pages stay quick while bots think. `python benchmarks/kings.py` starts a server beside itself and prints what it found.

A page of a table, and a click of a person among pages, are timed without bots that search, and then while kings play at several tables. The
server has one core for all of it, kings included, as in `web.py`.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import httpx2

from web import Server, click

GAMES = ("loewenherz", "koenig", "rheinlaender", "brianboru")
LOOKS = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=6, help="at which kings play")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            with httpx2.Client(base_url=server.url, timeout=60) as client:
                while "python" in client.get("/healthz").json()["thinking"].values():
                    time.sleep(0.2)
                figures = {f"quiet_{name}": value for name, value in timed(server, client).items()}
                tables = [kings(client, GAMES[number % len(GAMES)]) for number in range(asked.tables)]
                began, before = time.monotonic(), moves(client, tables)
                figures |= {f"kings_{name}": value for name, value in timed(server, client).items()}
                figures["king_moves_per_minute"] = 60 * (moves(client, tables) - before) / (time.monotonic() - began)
        finally:
            server.stop()
    print(json.dumps(figures) if asked.json else "\n".join(f"{name:28} {value:9.1f}" for name, value in figures.items()))


def kings(client: httpx2.Client, game: str) -> str:
    body = {"game": game, "seats": [{"kind": "bot", "level": "king"}] * 3, "public": True, "pace": 0}
    return str(client.post("/api/v1/tables", json=body).json()["id"])


def moves(client: httpx2.Client, tables: list[str]) -> int:
    return sum(int(client.get(f"/api/v1/tables/{table}/view").json()["length"]) for table in tables)


def timed(server: Server, client: httpx2.Client) -> dict[str, float]:
    """A page every 50 ms, as people ask, and clicks."""
    table = server.make(client, GAMES[0])
    times = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        assert client.get(f"/t/{table}").status_code == 200
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(0.05)
    times.sort()
    return {
        "page_p50_ms": times[len(times) // 2],
        "page_p95_ms": times[int(len(times) * 0.95)],
        "page_max_ms": times[-1],
        **click(server, GAMES[0]),
    }


if __name__ == "__main__":
    main()

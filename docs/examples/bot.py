"""A bot of one's own: sits down at a Kronland table and plays it to the end. `bot.py http://localhost:8765 TABLE TOKEN`"""

import json
import random
import sys
import time
import urllib.error
import urllib.request

server, table, token = sys.argv[1:4]
base = f"{server}/api/v1/tables/{table}"


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


view = call("/view")
if view["seat"] < 0:  # the token is an invitation: sit down, and play with the key to the seat
    token = call("/join", {})["token"]
while view["stage"] != "over":
    if view["legal"]:
        choice = random.choice(view["legal"])  # your own idea goes here: `state`, `text` and `label` tell what is on
        try:
            view = call("/actions", {"number": view["number"], "action": choice["notation"]})
            continue
        except urllib.error.HTTPError as problem:
            if problem.code not in (409, 429):  # somebody was faster, or we were too fast: look again
                raise
            time.sleep(float(problem.headers.get("Retry-After", 0)))
    call(f"/wait?version={view['version']}")
    view = call("/view")
print(view["names"][view["seat"]], "ends on place", int(view["results"][view["seat"]]["rank"]))

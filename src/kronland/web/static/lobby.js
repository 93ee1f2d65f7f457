// The open tables, live: the server sends the list once, and then what is different, the same for everybody. Own tables are marked here.
"use strict";

(() => {
  const place = document.querySelector("[data-live-tables]");
  if (!place) return;
  const mine = new Set(place.dataset.mine.split(" ").filter(Boolean));
  let source = null, lines = [], known = null, first = true, tries = 0, waiting = 0;

  function mark() {
    for (const card of place.querySelectorAll(".open-card")) {
      const own = mine.has(card.id.slice(5)), button = card.querySelector("button");
      card.classList.toggle("mine", own);
      if (own && button) button.firstChild.data = place.dataset.open;
    }
  }

  function show(text) {
    const list = place.querySelector("#open-tables");
    if (list) Morph.to(list, text); else place.innerHTML = text;
    mark();
    document.dispatchEvent(new Event("settled")); // clock.js says since when
    const news = document.getElementById("lobby-news");
    if (news && !first) { news.textContent = ""; setTimeout(() => { news.textContent = place.dataset.news; }, 50); }
    first = false;
  }

  // An EventSource gives up for good on any answer but 200, so we come back ourselves, later each time.
  function again() {
    stop();
    clearTimeout(waiting);
    if (!document.hidden) waiting = setTimeout(follow, Math.min(60000, 2000 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
  }

  function stop() {
    source?.close();
    source = null;
  }

  function follow() {
    stop();
    known = null;
    const here = source = new EventSource("/lobby/events");
    here.addEventListener("open", () => { tries = 0; });
    here.addEventListener("error", () => { if (source === here) again(); });
    here.addEventListener("tables", (event) => {
      const news = JSON.parse(event.data);
      if (news.from !== null && news.from !== known) { again(); return; } // something was missed
      lines = news.patch.flatMap((piece) => typeof piece === "string" ? piece.split("\n") : lines.slice(...piece));
      known = news.now;
      show(lines.join("\n"));
    });
  }

  // A page that nobody looks at follows nothing, and is brought up to date when somebody does.
  document.addEventListener("visibilitychange", () => { if (document.hidden) { clearTimeout(waiting); stop(); } else if (!source) follow(); });
  mark();
  if (!document.hidden) follow();
})();

// Replay in place: slider, keys, lines of the log and time itself lead from position to position; the page stays, and keeps what is on it.
"use strict";

(() => {
  const place = document.getElementById("position"), slide = document.getElementById("slide"), slider = document.getElementById("slider");
  const play = document.getElementById("play"), speed = document.getElementById("speed"), list = document.getElementById("log");
  const last = Number(place.dataset.length), PARTS = ["picture", "people", "where", "things"];
  const address = (number) => `${slide.dataset.base}${number}${slide.dataset.query}`;
  const known = new Map();
  let at = Number(place.dataset.at), asked = at, busy = false, timer = 0;

  function part(number) {
    const [path, query] = address(number).split("?"), from = `${path}/moment${query ? `?${query}` : ""}`;
    if (!known.has(number)) known.set(number, fetch(from).then((reply) => reply.ok ? reply.text() : Promise.reject(reply.status)));
    known.get(number).catch(() => known.delete(number));
    if (known.size > 60) known.delete(known.keys().next().value);
    return known.get(number);
  }

  // One at a time; what was asked for meanwhile comes next, and what lies between is left out.
  async function go(number) {
    asked = Math.max(0, Math.min(last, number));
    slider.value = String(asked);
    if (busy) return;
    busy = true;
    while (at !== asked) {
      const next = asked, html = await part(next).catch(() => null);
      if (html === null) { location.assign(address(next)); return; }
      show(html, next);
    }
    busy = false;
  }

  function show(html, number) {
    document.dispatchEvent(new Event("changing"));
    const now = new DOMParser().parseFromString(html, "text/html");
    for (const id of PARTS) Morph.like(document.getElementById(id), now.getElementById(id));
    at = number;
    place.dataset.at = String(at);
    history.replaceState(null, "", address(at));
    for (const [id, to] of [["previous", Math.max(0, at - 1)], ["next", Math.min(last, at + 1)]]) document.getElementById(id).href = address(to);
    mark();
    document.dispatchEvent(new Event("settled"));
    if (at < last) part(at + 1); // the likeliest to be wanted
  }

  // The log shows where one is; nothing else moves.
  function mark() {
    for (const old of list.querySelectorAll(".current")) { old.classList.remove("current"); old.querySelector("a").removeAttribute("aria-current"); }
    const lines = [...list.querySelectorAll(".line")], current = lines.filter((line) => Number(line.dataset.at) === at);
    for (const line of current) { line.classList.add("current"); line.querySelector("a").setAttribute("aria-current", "step"); }
    const here = current[0] ?? lines.filter((line) => Number(line.dataset.at) < at).pop(); // not all that happens is told
    if (here) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  // By itself ----------------------------------------------------------------------------------------------------------------

  const running = () => play.getAttribute("aria-pressed") === "true";
  function run(is) {
    clearTimeout(timer);
    play.setAttribute("aria-pressed", String(is));
    play.dataset.still ??= play.textContent;
    play.textContent = is ? play.dataset.running : play.dataset.still;
    if (is && asked === last) go(0);
    if (is) tick();
  }
  function tick() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!running()) return;
      await go(asked + 1);
      if (at >= last) run(false); else if (running()) tick();
    }, 1000 / Number(speed.value));
  }
  play.addEventListener("click", () => run(!running()));
  speed.addEventListener("change", () => { if (running()) tick(); });

  // Where to -----------------------------------------------------------------------------------------------------------------

  function lead(number) { run(false); go(number); }
  const ways = { first: () => 0, previous: () => asked - 1, next: () => asked + 1, last: () => last };
  slider.addEventListener("input", () => lead(Number(slider.value)));
  slide.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const way = event.target.closest?.("nav.steps a"), line = event.target.closest?.("#log a.line-words");
    if ((!way && !line) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lead(way ? ways[way.id]() : Number(line.closest(".line").dataset.at));
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, textarea")) return;
    if (event.key === " " && !event.target.closest("button, a, summary")) { event.preventDefault(); run(!running()); return; }
    const way = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!way) return;
    event.preventDefault();
    lead(ways[way]());
  });
  mark();
})();

// The end is a moment: the scoring step by step on the board, then the winner over it. Whatever is done meanwhile ends it.
"use strict";

(() => {
  const EACH = 1500; // milliseconds for a step
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const over = () => Boolean(document.querySelector("#table.over"));
  const steps = () => document.querySelectorAll("#news-lines > .line").length;
  let was = over(), timer = 0, at = -1;

  // What everybody has after the step that is shown; without one, what they have. Who wins and who is where is told when all is counted.
  document.addEventListener("stepped", ({ detail }) => {
    const counting = over() && Boolean(detail?.nextElementSibling);
    document.body.classList.toggle("counting", counting);
    if (!over()) return;
    const had = detail?.dataset.had?.split(" ");
    for (const cell of document.querySelectorAll("[data-has], .player-points")) {
      const seat = Number(cell.dataset.has ?? cell.closest(".player").id.replace("player-", ""));
      cell.dataset.total ??= cell.firstChild.data;
      cell.firstChild.data = had?.[seat]?.replace("-", "\u2212") ?? cell.dataset.total;
    }
    sort(counting);
  });

  // The rows as the players sit while it is counted, then as they are placed.
  function sort(seated) {
    const rows = [...document.querySelectorAll(".result .ranking tbody tr")];
    rows.forEach((row, place) => { row.dataset.place ??= place; });
    const by = (row) => Number(seated ? row.querySelector("[data-has]").dataset.has : row.dataset.place);
    const sorted = rows.toSorted((one, other) => by(one) - by(other));
    if (sorted.some((row, place) => row !== rows[place])) rows[0].parentNode.append(...sorted);
  }

  const stepTo = (number) => document.dispatchEvent(new CustomEvent("step-to", { detail: number }));
  function next() {
    at += 1;
    stepTo(at);
    if (at < steps()) timer = setTimeout(next, EACH); else { timer = 0; crown(true); }
  }
  function crown(is) {
    const victory = document.getElementById("victory");
    if (victory) victory.hidden = !is;
  }
  function play() {
    stop();
    at = -1;
    next();
  }
  function stop(leave = true) {
    clearTimeout(timer);
    if (timer && leave) stepTo(steps()); // to now
    timer = 0;
    crown(false);
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#step-by-step")) { play(); return; }
    if (over()) stop(!event.target.closest?.("#happened"));
  }, true); // before whoever steps through it by hand
  document.addEventListener("keydown", () => { if (over()) stop(); }, true);
  document.addEventListener("settled", () => {
    if (over() && !was) { if (still.matches || !steps()) crown(true); else play(); }
    was = over();
  });
})();

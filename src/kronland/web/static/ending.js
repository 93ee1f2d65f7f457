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
    document.body.classList.toggle("counting", over() && Boolean(detail?.nextElementSibling));
    const had = detail?.dataset.had?.split(" ");
    for (const cell of document.querySelectorAll("[data-has]")) {
      cell.dataset.total ??= cell.textContent;
      cell.textContent = had?.[Number(cell.dataset.has)] ?? cell.dataset.total;
    }
  });

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

// What happened: lines light up their places on the board, and the strip steps through what is news, each with the board as it was then.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const table = () => document.getElementById("table"), frame = () => document.getElementById("picture");
  const steps = () => [...document.querySelectorAll("#news-lines > .line")];
  let now = null; // the board of this moment, while another is shown
  let step = null, goal = null, wanted = 0; // the line that is shown, the one that is to be, and which answer is waited for
  const known = new Map(); // positions of this game that have been asked for

  // Lighting up ---------------------------------------------------------------------------------------------------------------

  function dim() { for (const old of document.querySelectorAll(".kl-lit")) old.remove(); }

  function light(line) {
    dim();
    const picture = frame()?.querySelector("svg");
    if (!line?.dataset.spots || !picture) return;
    const lit = document.createElementNS(SVG, "path");
    lit.setAttribute("d", line.dataset.spots);
    lit.setAttribute("class", "kl-lit");
    picture.append(lit);
  }

  const lineAt = (event) => event.target.closest?.("#table .line[data-at]");
  document.addEventListener("pointerover", (event) => { const line = lineAt(event); if (line) light(line); else if (!step) dim(); else light(step); });
  document.addEventListener("focusin", (event) => { const line = lineAt(event); if (line) light(line); });

  // Stepping ------------------------------------------------------------------------------------------------------------------

  async function moment(at) {
    const { id } = table().dataset, address = `/t/${id}/at/${at}/moment`;
    if (!known.has(address)) {
      const reply = await fetch(address).catch(() => null);
      if (!reply?.ok) return null;
      known.set(address, await reply.text());
      if (known.size > 80) known.delete(known.keys().next().value);
    }
    return new DOMParser().parseFromString(known.get(address), "text/html").querySelector("#picture > svg");
  }

  async function show(line) {
    goal = line;
    if (line.dataset.here) { step = line; light(line); tell(); return; } // the board is as it was then
    const mine = ++wanted, then = await moment(line.dataset.at);
    if (mine !== wanted) return;
    const picture = frame()?.querySelector("svg");
    if (!then || !line.isConnected || !picture) { goal = step; return; }
    if (!now) now = picture;
    const { transform, transformOrigin } = picture.style;
    if (transform) Object.assign(then.style, { transform, transformOrigin }); // as close as it was looked at
    picture.replaceWith(document.adoptNode(then));
    step = line;
    light(line);
    tell();
  }

  function back() {
    wanted++;
    dim();
    if (!now && !step && !goal) return; // it is shown already
    if (now) frame()?.querySelector("svg")?.replaceWith(now);
    now = step = goal = null;
    tell();
  }

  function tell() {
    const here = table(), lines = steps(), at = step ? lines.findIndex((line) => line === step) : lines.length - 1;
    here?.classList.toggle("looking-back", Boolean(now));
    document.dispatchEvent(new CustomEvent("stepped", { detail: step }));
    const said = document.getElementById("happened-line");
    for (const line of document.querySelectorAll(".line.shown")) line.classList.remove("shown");
    step?.classList.add("shown");
    follow();
    if (step) document.getElementById("news").textContent = step.querySelector(".line-words").textContent; // for who hears the page
    if (!said) return;
    const shown = step ?? lines[lines.length - 1];
    said.replaceChildren(...shown.cloneNode(true).childNodes, Object.assign(document.createElement("b"), { className: "happened-count", textContent: step && at >= 0 ? `${at + 1}/${lines.length}` : String(lines.length) }));
    for (const link of said.querySelectorAll("a")) link.replaceWith(Object.assign(document.createElement("span"), { className: "line-words", textContent: link.textContent }));
    said.className = shown.className;
    document.getElementById("step-back").disabled = at === 0 && Boolean(step);
    document.getElementById("step-on").disabled = !step;
    document.getElementById("step-now").hidden = !step;
  }

  // The open list shows the line that the board shows.
  function follow() {
    const list = document.getElementById("news-lines");
    if (list && step?.parentNode === list) list.scrollTop = step.offsetTop - (list.clientHeight - step.offsetHeight) / 2;
  }
  document.addEventListener("toggle", (event) => { if (event.target.id === "happened-list") follow(); }, true);

  // Now tells the last line: a step back leads to the one before it, if there is one. Beyond the last line is now.
  function go(by) {
    const lines = steps(), at = goal ? lines.indexOf(goal) : Math.max(1, lines.length - 1);
    const next = lines[at + by];
    if (next) show(next); else if (at + by >= lines.length) back();
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    if (at("#step-back")) go(-1);
    else if (at("#step-on")) go(1);
    else if (at("#step-now")) { back(); document.getElementById("happened-list").open = false; }
    else if (at("a.line-words") && lineAt(event) && table() && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (step === lineAt(event)) back(); else show(lineAt(event));
    } else if (document.getElementById("happened-list")?.open && !at("#happened")) document.getElementById("happened-list").open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
    if (event.key === ",") go(-1);
    else if (event.key === ".") go(1);
    else if (event.key === "Escape" && step) back();
  });
  document.addEventListener("step-to", ({ detail }) => { const line = steps()[detail]; if (line) show(line); else back(); });
  document.addEventListener("changing", () => { known.clear(); back(); }); // what is shown is now again; what was taken back never was
  document.addEventListener("settled", tell);
})();

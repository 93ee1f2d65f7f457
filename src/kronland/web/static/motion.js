// Motion: pieces come from where they came from, points run to their player, cards turn over. Short, ended by whatever is done next, and
// none at all for who prefers less of it. The page says when something changes (`changing`, then `settled`).
"use strict";

(() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SVG = "http://www.w3.org/2000/svg";
  const FEW = 24; // more pieces than these are another position altogether
  let before = null, stood = null; // what stood there when the board last changed
  const running = new Set();

  function play(element, frames, options) {
    const motion = element.animate(frames, { easing: "ease-in-out", ...options });
    running.add(motion);
    motion.finished.catch(() => {}).finally(() => running.delete(motion));
    return motion;
  }
  const finish = () => { for (const motion of running) motion.finish(); };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, finish, true);

  // What can move -------------------------------------------------------------------------------------------------------------

  function pieces() {
    const found = new Map();
    for (const piece of document.querySelectorAll("#picture .kl-board use, #picture [data-piece]")) {
      if (piece.closest(".target, defs")) continue;
      const name = piece.dataset.piece ?? piece.getAttribute("href") ?? "";
      found.set(`${name}|${piece.getAttribute("transform")}`, piece);
    }
    return found;
  }
  // What a picture builds up stroke by stroke, such as walls.
  const built = () => document.querySelector("#picture [data-strokes]");
  const strokes = () => built()?.getAttribute("d") ?? "";
  const points = () => new Map([...document.querySelectorAll(".player")].map((one) => [one.id, Number(one.querySelector(".player-points")?.firstChild.data.replace("\u2212", "-"))]));
  const cards = () => [...document.querySelectorAll(".row-of .card")];
  const named = (card) => `${card.closest(".row-of").className.split(" ")[1]} ${card.dataset.said}`;
  const board = () => document.getElementById("picture")?.querySelector("svg");

  function shift(transform) {
    const numbers = /translate\(([-\d.]+)[ ,]?([-\d.]*)\)/.exec(transform ?? "");
    return numbers ? [Number(numbers[1]), Number(numbers[2] || 0)] : [0, 0];
  }

  // How they move -------------------------------------------------------------------------------------------------------------
  // Each tells what is to begin: where things are is asked before anything moves, or the page would be laid out for each of them.

  // A piece that was not there comes from the plate of who decided, as far as the board shows the way.
  function fromSupply(piece) {
    const by = document.querySelector("[data-by]")?.dataset.by, plate = document.querySelector(`#player-${by} .crest`)?.getBoundingClientRect();
    const box = piece.getBoundingClientRect(), scale = board()?.getScreenCTM()?.a;
    if (!plate?.width || !scale) return { translate: "0px -40px", opacity: 0 };
    const across = (plate.x - box.x) / scale, down = (plate.y - box.y) / scale, far = Math.max(1, Math.hypot(across, down) / 260);
    return { translate: `${across / far}px ${down / far}px`, opacity: 0 };
  }

  function* movePieces() {
    const now = stood = pieces();
    const come = [...now].filter(([key]) => !before.pieces.has(key));
    const gone = [...before.pieces.keys()].filter((key) => !now.has(key));
    if (come.length > FEW) return;
    for (const [key, piece] of come) {
      const name = key.split("|")[0], from = gone.findIndex((other) => other.split("|")[0] === name);
      if (from >= 0) {
        const [x, y] = shift(gone[from].split("|")[1]), [a, b] = shift(piece.getAttribute("transform"));
        gone.splice(from, 1);
        yield () => play(piece, [{ translate: `${x - a}px ${y - b}px` }, { translate: "0px 0px" }], { duration: 450 });
        continue;
      }
      const start = fromSupply(piece);
      yield () => play(piece, [start, { translate: "0px 0px", opacity: 1 }], { duration: 450, easing: "cubic-bezier(.2, .9, .3, 1)" });
    }
    const old = new Set(before.strokes.split("M"));
    const fresh = strokes().split("M").filter((stroke) => stroke && !old.has(stroke));
    if (!fresh.length || fresh.length >= 30) return;
    const glow = document.createElementNS(SVG, "path");
    glow.setAttribute("d", fresh.map((stroke) => `M${stroke}`).join(""));
    glow.setAttribute("class", "kl-fresh");
    yield () => {
      built().parentNode.append(glow);
      play(glow, [{ strokeOpacity: 0 }, { strokeOpacity: 0.95, offset: 0.2 }, { strokeOpacity: 0 }], { duration: 1400 }).finished.finally(() => glow.remove());
    };
  }

  // Points run from where something happened to the plate of who has won them.
  function* movePoints() {
    for (const [id, now] of points()) {
      const change = now - before.points.get(id);
      const to = change && document.querySelector(`#${id} .player-points`)?.getBoundingClientRect();
      if (!to?.width) continue;
      const mark = document.querySelector(`#picture .kl-news.${id.replace("player", "seat")}`) ?? board();
      const from = mark?.getBoundingClientRect() ?? to;
      const flying = Object.assign(document.createElement("b"), { className: "flying", textContent: `${change > 0 ? "+" : "\u2212"}${Math.abs(change)}` });
      flying.setAttribute("aria-hidden", "true");
      const path = [`${from.x + from.width / 2}px ${from.y + from.height / 2}px`, `${to.x}px ${to.y}px`];
      if (change < 0) path.reverse();
      yield () => {
        document.body.append(flying);
        play(flying, [{ translate: path[0], opacity: 0 }, { translate: path[0], opacity: 1, offset: 0.25 }, { translate: path[1], opacity: 1, offset: 0.9 }, { translate: path[1], opacity: 0 }], { duration: 1000 })
          .finished.finally(() => flying.remove());
      };
    }
  }

  function* turnCards() {
    const old = [...before.cards];
    for (const card of cards()) {
      const place = old.indexOf(named(card));
      if (place >= 0) { old.splice(place, 1); continue; }
      yield () => play(card, [{ transform: "perspective(40rem) rotateY(85deg)" }, { transform: "perspective(40rem) rotateY(0)" }], { duration: 350 });
    }
  }

  let due = 0; // the frame in which it begins: that lays out the page anyhow, and nothing is to be seen before
  document.addEventListener("changing", () => {
    finish();
    if (still.matches || document.hidden) before = null;
    else if (!due) before = { pieces: stood ?? pieces(), strokes: strokes(), points: points(), cards: cards().map(named) };
  });
  document.addEventListener("settled", () => {
    stood = null;
    due ||= requestAnimationFrame(() => {
      due = 0;
      if (before) for (const begin of [...movePieces(), ...movePoints(), ...turnCards()]) begin();
      before = null;
    });
  });
})();

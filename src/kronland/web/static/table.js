// The table's page: clicking and walking over the targets of the picture, hints, calm motion, and telling that it is your turn.
// Everything here only sends what the forms of the page could send as well.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const targets = () => [...document.querySelectorAll("#picture .target")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // What the reader has opened stays so when the table changes.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");

  // Choosing -----------------------------------------------------------------------------------------------------------------

  // One request at a time.
  let sending = Promise.resolve();
  function send(address, values) {
    document.body.classList.add("busy");
    sending = sending.then(() => bring(address, new URLSearchParams(values))).finally(() => { if (sending === mine) document.body.classList.remove("busy"); });
    const mine = sending;
  }

  function choose(action) {
    const here = table();
    if (!here || document.body.classList.contains("busy")) return;
    send(`/t/${here.dataset.id}/act`, { seat: here.dataset.seat, number: here.dataset.number, action });
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest?.("#picture .target");
    if (target) choose(target.dataset.action);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#table form[data-live]")) return;
    event.preventDefault();
    send(event.submitter?.getAttribute("formaction") ?? form.getAttribute("action"), Object.fromEntries(new FormData(form, event.submitter)));
    if (form.matches(".chat form, .command")) form.reset();
  });

  // Keys ---------------------------------------------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function centre(element) {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  // The nearest target in a direction: what lies aside counts double, so that one walks along rows.
  function next(from, [dx, dy]) {
    const [x, y] = centre(from);
    let best = null, least = Infinity;
    for (const other of targets()) {
      if (other === from) continue;
      const [a, b] = centre(other);
      const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 1 && along + 2 * aside < least) { best = other; least = along + 2 * aside; }
    }
    return best;
  }

  // One target at a time is in the order of Tab, so that the board is one stop and not a hundred.
  function rove(current) {
    const all = targets();
    const chosen = current ?? all.find((target) => target.dataset.action === last) ?? all[0];
    for (const target of all) target.setAttribute("tabindex", target === chosen ? "0" : "-1");
    return chosen;
  }
  let last = "";

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target.closest?.("#picture .target");
    if (target && ARROWS[event.key]) {
      event.preventDefault();
      next(target, ARROWS[event.key])?.focus();
      return;
    }
    if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(target.dataset.action);
      return;
    }
    if (event.target.closest?.("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const press = { "/": () => document.getElementById("command")?.focus(), u: () => document.getElementById("undo")?.click(), r: () => document.getElementById("redo")?.click(), f: finish, h: () => document.getElementById("advise")?.click(), Escape: () => document.getElementById("pending-no")?.click() }[event.key];
    if (press) { event.preventDefault(); press(); }
  });

  function finish() {
    const done = targets().find((target) => target.dataset.action === "done");
    if (done) choose("done");
  }

  document.addEventListener("focusin", (event) => {
    const target = event.target.closest?.("#picture .target");
    if (target) { last = target.dataset.action; rove(target); about(target); }
  });

  // What something does, or why it cannot be done ---------------------------------------------------------------------------------

  let asked = "", waiting = 0;
  const answers = new Map();

  function show(answer) {
    const hint = document.getElementById("hint");
    if (!hint) return;
    hint.replaceChildren();
    // A place where something can be chosen lights up what chooses it: a card in the market, say, its button under the board.
    for (const target of targets()) target.classList.toggle("pointed", Boolean(answer?.action) && target.dataset.action === answer.action);
    if (!answer || !answer.label) { hint.textContent = hint.dataset.usual; return; }
    const label = document.createElement("b");
    label.textContent = answer.label;
    hint.append(label);
    if (answer.gain) {
      const gain = document.createElement("span");
      gain.className = "gain";
      gain.textContent = answer.gain;
      hint.append(": ", gain);
    }
    if (answer.refused) hint.append(": ", answer.refused);
    if (answer.rule) {
      const link = document.createElement("a");
      link.className = "rule";
      link.href = answer.href;
      link.textContent = answer.rule;
      hint.append(" ", link);
    }
  }

  function ask(query) {
    clearTimeout(waiting);
    asked = query;
    if (answers.has(query)) { show(answers.get(query)); return; }
    waiting = setTimeout(async () => {
      const here = table();
      if (!here || here.dataset.turn !== "yes") return;
      const number = here.dataset.number;
      try {
        const reply = await fetch(`/t/${here.dataset.id}/about?${query}`, { headers: { accept: "application/json" } });
        if (!reply.ok) return;
        const answer = await reply.json();
        if (table()?.dataset.number !== number) return;
        answers.set(query, answer);
        if (asked === query) show(answer);
      } catch { /* the connection is gone: the page says so elsewhere */ }
    }, 90);
  }

  function about(target) {
    show({ label: target.querySelector("title").textContent });
    ask(new URLSearchParams({ action: target.dataset.action }).toString());
  }

  function point(event) {
    const target = event.target.closest?.("#picture .target");
    if (target) { about(target); return; }
    // A place may lie under what stands on it. On a board without marked places the point itself tells.
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const place = under.map((one) => one.closest("#picture [data-place]")).find(Boolean);
    if (place) { ask(new URLSearchParams({ place: place.dataset.place }).toString()); return; }
    const board = event.target.closest?.("#picture .kl-board");
    if (!board || board.querySelector("[data-place]")) { if (asked) { asked = ""; clearTimeout(waiting); show(null); } return; }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    ask(new URLSearchParams({ x: (Math.round(at.x / 6) * 6).toString(), y: (Math.round(at.y / 6) * 6).toString() }).toString());
  }
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" && table()?.dataset.turn === "yes") point(event);
  });
  document.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch" && table()?.dataset.turn === "yes" && !event.target.closest?.(".target")) point(event);
  });

  // A hint: its actions carry their number on the board ----------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";

  function number() {
    document.querySelectorAll("#picture .advice-badge").forEach((old) => old.remove());
    for (const target of document.querySelectorAll("#picture [data-advice]")) {
      const picture = target.ownerSVGElement, box = target.getBoundingClientRect(), toPicture = picture.getScreenCTM().inverse();
      const at = target.querySelector("text")  // what is written on a card stays readable
        ? new DOMPoint(box.right, box.top).matrixTransform(toPicture)
        : new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(toPicture);
      const badge = document.createElementNS(SVG, "g"), face = document.createElementNS(SVG, "circle"), words = document.createElementNS(SVG, "text");
      badge.setAttribute("class", "advice-badge");
      badge.setAttribute("transform", `translate(${at.x} ${at.y})`);
      badge.setAttribute("aria-hidden", "true");
      face.setAttribute("r", "13");
      words.setAttribute("y", "6");
      words.textContent = target.dataset.advice;
      badge.append(face, words);
      picture.append(badge);
    }
  }

  // Calm motion: what is new comes in, what has moved moves ----------------------------------------------------------------------

  let before = null;

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

  function shift(transform) {
    const numbers = /translate\(([-\d.]+)[ ,]?([-\d.]*)\)/.exec(transform ?? "");
    return numbers ? [Number(numbers[1]), Number(numbers[2] || 0)] : [0, 0];
  }

  function move() {
    if (!before || still.matches) return;
    const now = pieces();
    const come = [...now].filter(([key]) => !before.pieces.has(key));
    const gone = [...before.pieces.keys()].filter((key) => !now.has(key));
    if (come.length > 24) return; // another position altogether
    for (const [key, piece] of come) {
      const name = key.split("|")[0];
      const from = gone.findIndex((other) => other.split("|")[0] === name);
      if (from >= 0) {
        const [x, y] = shift(gone[from].split("|")[1]), [a, b] = shift(piece.getAttribute("transform"));
        gone.splice(from, 1);
        piece.animate([{ translate: `${x - a}px ${y - b}px` }, { translate: "0px 0px" }], { duration: 450, easing: "ease-in-out" });
      } else {
        piece.classList.add("kl-come");
        piece.addEventListener("animationend", () => piece.classList.remove("kl-come"), { once: true });
      }
    }
    const old = new Set(before.strokes.split("M"));
    const fresh = strokes().split("M").filter((stroke) => stroke && !old.has(stroke));
    if (fresh.length && fresh.length < 30) {
      const glow = document.createElementNS("http://www.w3.org/2000/svg", "path");
      glow.setAttribute("d", fresh.map((stroke) => `M${stroke}`).join(""));
      glow.setAttribute("class", "kl-fresh");
      built().parentNode.append(glow);
      glow.addEventListener("animationend", () => glow.remove(), { once: true });
    }
  }

  // When the table changes ---------------------------------------------------------------------------------------------------------

  let turn = table()?.dataset.turn, latest = table()?.dataset.latest, focused = false;

  // The table as it is now comes as the answer to what is sent (`body`), or by asking for it.
  async function bring(address, body) {
    const headers = { "Kronland-Script": "yes" };
    const reply = await fetch(address, body ? { method: "POST", headers, body } : { headers, cache: "no-store" }).catch(() => null);
    const html = reply && !away(reply.status) ? await reply.text().catch(() => null) : null;
    if (html === null) { again(); return; }
    if (source) lost(false);
    if (reply.status === 204) return; // nothing has changed
    const version = reply.headers.get("Kronland-Version");
    if (!reply.ok || !version) { location.replace(`/t/${place()}`); return; } // the table has another kind of page now
    if (Number(version) >= Number(shown())) replace(html); // else a newer answer was faster
  }

  function replace(html) {
    remember();
    Idiomorph.morph(table(), html, { morphStyle: "outerHTML" });
    settle();
  }

  function remember() {
    // What is being typed stays. Anything else that has the focus must change like the rest, down to its last part.
    Idiomorph.defaults.ignoreActiveValue = Boolean(document.activeElement?.matches("input, select, textarea"));
    before = { pieces: pieces(), strokes: strokes() };
    focused = Boolean(document.activeElement?.closest?.("#picture"));
  }

  function settle() {
    const here = table();
    if (!here) return;
    move();
    before = null;
    answers.clear();
    asked = "";
    document.title = here.dataset.title;
    document.getElementById("icon")?.setAttribute("href", here.dataset.icon);
    number();
    const chosen = rove();
    if (keyboard && (focused || (document.activeElement === document.body && here.dataset.turn === "yes"))) chosen?.focus({ preventScroll: true });
    document.getElementById("pending-yes")?.focus();
    ends();
    fill("words-view", "words", "text");
    fill("acts", "choices", "choices");
    if (here.dataset.latest !== latest) {
      latest = here.dataset.latest;
      const prompt = document.getElementById("prompt")?.textContent ?? "";
      document.getElementById("news").textContent = `${latest} ${prompt}`;
    }
    if (here.dataset.turn === "yes" && turn !== "yes") call(here);
    turn = here.dataset.turn;
  }

  let keyboard = false;
  document.addEventListener("keydown", () => { keyboard = true; }, true);
  document.addEventListener("pointerdown", () => { keyboard = false; }, true);

  // Log and chat show their ends, unless the reader has scrolled up.
  function ends() {
    for (const id of ["log", "chat"]) {
      const list = document.getElementById(id);
      if (list && list.dataset.held !== "yes") list.scrollTop = list.scrollHeight;
    }
  }
  document.addEventListener("scroll", (event) => {
    const list = event.target;
    if (list.id === "log" || list.id === "chat") list.dataset.held = list.scrollHeight - list.scrollTop - list.clientHeight > 40 ? "yes" : "no";
  }, true);

  // The position in words and the list of choices are asked for when somebody reads them.
  async function fill(details, place, what) {
    if (!document.getElementById(details)?.open) return;
    const { id, number } = table().dataset;
    const reply = await fetch(`/t/${id}/${what}`).catch(() => null);
    const said = reply?.ok ? await reply.text() : "", here = document.getElementById(place);
    if (!said || !here || table().dataset.number !== number) return;
    if (what === "text") here.textContent = said; else here.innerHTML = said;
  }
  document.addEventListener("toggle", (event) => {
    if (event.target.id === "words-view") fill("words-view", "words", "text");
    if (event.target.id === "acts") fill("acts", "choices", "choices");
  }, true);

  // The command box completes what the picture offers.
  document.addEventListener("focusin", (event) => {
    const list = event.target.id === "command" ? document.getElementById("notations") : null;
    list?.replaceChildren(...targets().map((target) => new Option(target.getAttribute("aria-label"), target.dataset.action)));
  });

  // Your turn -------------------------------------------------------------------------------------------------------------------

  function call(here) {
    if (here.dataset.sound === "yes") ring();
    if (here.dataset.notify === "yes" && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(here.dataset.title, { body: document.getElementById("prompt")?.textContent, icon: here.dataset.icon, tag: here.dataset.id });
    }
  }

  function ring() {
    const sound = new AudioContext(), at = sound.currentTime;
    [[523.25, 0], [783.99, 0.16]].forEach(([pitch, delay]) => {
      const tone = sound.createOscillator(), volume = sound.createGain();
      tone.frequency.value = pitch;
      tone.type = "triangle";
      volume.gain.setValueAtTime(0.0001, at + delay);
      volume.gain.exponentialRampToValueAtTime(0.18, at + delay + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + delay + 0.7);
      tone.connect(volume).connect(sound.destination);
      tone.start(at + delay);
      tone.stop(at + delay + 0.75);
    });
    setTimeout(() => sound.close(), 1500);
  }

  // The connection ---------------------------------------------------------------------------------------------------------------

  function lost(is) {
    const note = document.getElementById("lost");
    if (note) note.hidden = !is;
  }

  // The stream brings the table as it is now, as pieces of text and of the lines that it brought before.
  let source, lines = [];
  const hall = document.getElementById("waiting"); // a table that waits for players

  // An EventSource gives up for good on any answer but 200, so a server that restarts, or prepares its games still, would strand the page.
  // It asks by itself instead, later each time, whether the table can be had again, and follows it anew from what it shows.
  let trying = 0, tries = 0;
  const place = () => (table() ?? hall)?.dataset.id;
  const shown = () => document.getElementById("version")?.value ?? hall?.dataset.version ?? "0";

  function again() {
    source?.close();
    source = null;
    lost(true);
    if (!trying && place()) trying = setTimeout(comeBack, Math.min(10000, 500 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
  }

  async function comeBack() {
    clearTimeout(trying);
    trying = 0;
    const headers = { "Kronland-Script": "yes" };
    const reply = await fetch(`/t/${place()}/fragment?since=${shown()}`, { headers, cache: "no-store" }).catch(() => null);
    if (!reply || away(reply.status)) { again(); return; }
    const other = reply.headers.get("Kronland-Build") !== document.body.dataset.build; // a newer server, for which this page is too old
    if (!reply.ok || other) location.replace(`/t/${place()}`); else follow();
  }

  function follow() {
    const id = place();
    if (!id) return;
    source?.close();
    const mine = source = new EventSource(`/t/${id}/events?since=${shown()}`);
    source.addEventListener("open", () => { tries = 0; lost(false); lines = []; });
    source.addEventListener("error", () => { if (source === mine) again(); });
    source.addEventListener("change", (event) => {
      const news = JSON.parse(event.data);
      if (hall) { if (String(news.version) !== hall.dataset.version) lookRound(id, news.stage); return; }
      if (!news.patch) { refresh(); return; }
      lines = news.patch.flatMap((piece) => typeof piece === "string" ? piece.split("\n") : lines.slice(...piece));
      if (news.version <= Number(document.getElementById("version").value)) return; // an answer was faster
      replace(lines.join("\n"));
    });
  }
  // Somebody has sat down, or a link was made. What is shown only once (a new link), half typed or being sent stays: the page is not loaded anew.
  async function lookRound(id, stage) {
    if (stage !== "waiting") { location.replace(`/t/${id}`); return; }
    const answer = await fetch(`/t/${id}`).catch(() => null);
    if (!answer?.ok) return; // the stream comes back with more
    const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("waiting");
    if (!now) { location.replace(`/t/${id}`); return; }
    hall.dataset.version = now.dataset.version;
    Idiomorph.morph(hall.querySelector(".seats"), now.querySelector(".seats").outerHTML, { morphStyle: "outerHTML", ignoreActiveValue: true });
  }
  const away = (status) => status === 429 || status >= 500;
  addEventListener("offline", again);
  addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (trying) comeBack(); else refresh(); // a hidden page's clock is slow
  });
  function refresh() {
    if (table()) bring(`/t/${place()}/fragment?since=${shown()}`);
  }

  // Upright or wide: the server draws the picture for the shape of the screen ----------------------------------------------------

  const narrow = matchMedia("(max-width: 46rem)");
  function shape() {
    document.cookie = `kl_shape=${narrow.matches ? "tall" : "wide"}; path=/; max-age=31536000; samesite=lax`;
    const here = document.querySelector(".table");
    if (here && (here.dataset.tall === "yes") !== narrow.matches) {
      const version = document.getElementById("version");
      if (version) { version.value = "0"; follow(); }
    }
  }
  narrow.addEventListener("change", shape);

  // Copying a link -----------------------------------------------------------------------------------------------------------------

  function offer() {
    const button = document.getElementById("copy");
    if (!button || !navigator.clipboard) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById("fresh").value);
      button.textContent = button.dataset.done;
    });
  }

  function begin() { rove(); number(); ends(); shape(); offer(); follow(); }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin); else begin();
})();

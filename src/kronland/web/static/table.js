// The table's page: clicking and walking over what can be chosen, hints, and telling that it is your turn.
// Everything here only sends what the forms of the page could send as well.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  // What can be chosen and is shown: on the board, or on the desk.
  // Of what is drawn, Chromium's `checkVisibility` says that it is visible though it is not displayed: a bastion that no button has lit up.
  const displayed = (one) => one.checkVisibility() && !(one.ownerSVGElement && getComputedStyle(one).display === "none");
  const seen = (selector, wanted = () => true) => [...document.querySelectorAll(selector)].filter((one) => wanted(one) && displayed(one));
  const targets = () => seen("#table .target");

  // Choosing -----------------------------------------------------------------------------------------------------------------

  // One request at a time. That one is on its way (`busy`) shows only when it takes long (`late`): a look of hundreds of targets that
  // comes and goes at every click costs more than most answers take, and browsers draw it before they look at the answer.
  const LONG = 300; // milliseconds
  let sending = Promise.resolve(), showing = 0;
  function send(address, values) {
    document.body.classList.add("busy");
    showing ||= setTimeout(() => document.body.classList.add("late"), LONG);
    sending = sending.then(() => bring(address, new URLSearchParams(values))).finally(() => { if (sending === mine) answered(); });
    const mine = sending;
    return mine;
  }

  function answered() {
    clearTimeout(showing);
    showing = 0;
    document.body.classList.remove("busy", "late");
  }

  function choose({ dataset }) {
    const here = table();
    if (!here || document.body.classList.contains("busy")) return;
    const { action, instead } = dataset;
    send(`/t/${here.dataset.id}/act`, { seat: here.dataset.seat, number: here.dataset.number, action, ...(instead ? { instead } : {}) });
  }

  // A finger covers what it points at: the first touch of a small place shows what it would do, the second does it.
  const FINGER = 44;
  let held = "", touching = false;
  document.addEventListener("pointerdown", (event) => { touching = event.pointerType === "touch"; }, true);

  function isSmall(target) {
    const box = target.getBoundingClientRect();
    return Boolean(target.ownerSVGElement) && Math.min(box.width, box.height) < FINGER;
  }

  function hold(target) {
    held = target?.dataset.action ?? "";
    for (const other of document.querySelectorAll("#picture .target.held")) other.classList.remove("held");
    target?.classList.add("held");
    if (target) about(target);
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest?.("#table .target");
    if (!target) { if (held && event.target.closest?.("#picture")) hold(null); return; }
    event.preventDefault(); // a button of the desk would send its form
    if (touching && isSmall(target) && held !== target.dataset.action) hold(target); else choose(target);
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#table form[data-live]")) return;
    event.preventDefault();
    const sent = send(event.submitter?.getAttribute("formaction") ?? form.getAttribute("action"), Object.fromEntries(new FormData(form, event.submitter)));
    const field = form.querySelector("#command, #chat-text");
    if (field) sent.then((taken) => { if (taken) field.value = ""; }); // what was wrong, or did not arrive, can be mended
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
    for (const other of stops()) {
      if (other === from) continue;
      const [a, b] = centre(other);
      const along = (a - x) * dx + (b - y) * dy, aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      if (along > 1 && along + 2 * aside < least) { best = other; least = along + 2 * aside; }
    }
    return best;
  }

  // Where the arrows lead: targets, and what leads to one (a card that is picked with another, a button that lights up places).
  const STOPS = "#table :is(.target, .pickable, .arm, .barred)";
  const stops = () => seen(STOPS);
  const named = ({ dataset }) => dataset.action ?? dataset.token ?? dataset.arm ?? dataset.label;
  const isOpen = (stop) => !stop.classList.contains("barred"); // one that is refused can be asked why, but nobody is led to it

  // One of them at a time is in the order of Tab, so that the board is one stop and not a hundred.
  function rove(current, all = stops()) {
    const chosen = current ?? all.find((stop) => named(stop) === last) ?? all.find(isOpen) ?? all[0];
    for (const stop of all) {
      const index = stop === chosen ? "0" : "-1";
      if (stop.getAttribute("tabindex") !== index) stop.setAttribute("tabindex", index);
    }
    return chosen;
  }
  let last = "";

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target.closest?.("#table .target"), stop = event.target.closest?.(STOPS);
    const from = stop ?? (event.target === document.body && focused ? document.querySelector('#table [tabindex="0"]:is(.target, .pickable, .arm)') : null);
    if (from && ARROWS[event.key]) {
      event.preventDefault();
      (stop ? next(stop, ARROWS[event.key]) : from)?.focus();
      return;
    }
    if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(target);
      return;
    }
    if (event.target.closest?.("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const press = { "/": command, u: () => document.getElementById("undo")?.click(), r: () => document.getElementById("redo")?.click(), f: finish, h: () => document.getElementById("advise")?.click(), Escape: () => document.getElementById("pending-no")?.click() }[event.key];
    if (press) { event.preventDefault(); press(); }
  });

  function command() {
    const box = document.getElementById("commanding");
    if (!box) return;
    box.open = true;
    document.getElementById("command").focus();
  }

  function finish() {
    const done = targets().find((target) => target.dataset.action === "done");
    if (done) choose(done);
  }

  document.addEventListener("focusin", (event) => {
    const stop = event.target.closest?.(STOPS);
    if (!stop) return;
    last = named(stop);
    rove(stop);
    if (stop.matches(".target")) about(stop); else if (stop.matches(".barred")) bar(stop); else show({ label: stop.dataset.said ?? stop.textContent });
  });

  // What something does, or why it cannot be done ---------------------------------------------------------------------------------

  let asked = "", waiting = 0;
  const answers = new Map();

  function light(action) {
    for (const target of document.querySelectorAll("#table .target.pointed")) target.classList.remove("pointed");
    if (action) for (const target of seen("#table .target", ({ dataset }) => dataset.action === action)) target.classList.add("pointed");
  }

  function show(answer) {
    const hint = document.getElementById("hint");
    if (!hint) return;
    hint.replaceChildren();
    // A place where something can be chosen lights up what chooses it: a card in the market, say, its button under the board.
    light(answer?.action);
    if (!answer || !answer.label) { hint.textContent = hint.dataset.usual; return; }
    const label = document.createElement("b");
    label.textContent = answer.label;
    if (held && answer.held === held) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "strong", textContent: hint.dataset.do });
      button.addEventListener("click", () => choose({ dataset: { action: held } }));
      hint.append(button);
    }
    hint.append(label);
    if (answer.gain) {
      const gain = document.createElement("span");
      gain.className = "gain";
      gain.textContent = answer.gain;
      hint.append(": ", gain);
    }
    if (answer.follows) hint.append(". ", answer.follows);
    if (answer.refused) hint.append(": ", answer.refused);
    if (answer.rule) {
      const link = document.createElement("a");
      link.className = "rule";
      link.href = answer.href;
      link.textContent = answer.rule;
      hint.append(" ", link);
    }
  }

  // A card that has nothing to do with what is to be decided goes on saying what it means, and why it cannot be chosen.
  function ask(query, said) {
    const tell = (answer) => show({ ...answer, held: answer.action, ...(said && answer.not_now ? { label: said } : {}) });
    clearTimeout(waiting);
    asked = query;
    if (answers.has(query)) { tell(answers.get(query)); return; }
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
        if (asked === query) tell(answer);
      } catch { /* the connection is gone: the page says so elsewhere */ }
    }, 90);
  }

  function about(target) {
    show({ label: target.dataset.label ?? target.getAttribute("aria-label") ?? "", held: target.dataset.action });
    ask(new URLSearchParams({ action: target.dataset.action }).toString());
  }

  // What cannot be chosen now says why.
  function bar({ dataset: { label, refused, rule } }) {
    asked = "";
    show({ label, refused, rule, href: `/rules/${table().dataset.game}#${rule}` });
  }

  function point(event) {
    if (event.target.closest?.("#hint")) return; // on the way to what it offers
    const barred = event.target.closest?.("#table .barred");
    if (barred) { bar(barred); return; }
    const target = event.target.closest?.("#table .target");
    if (target) { about(target); return; }
    const card = event.target.closest?.("#table .card[data-said]"); // says what it means, and then why it cannot be chosen
    if (card?.matches(".pickable")) { asked = ""; clearTimeout(waiting); show({ label: card.dataset.said }); return; } // this one can
    if (card && !asked.endsWith(new URLSearchParams({ place: card.dataset.place ?? "" }).toString())) show({ label: card.dataset.said });
    // A place may lie under what stands on it. On a board without marked places the point itself tells.
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const place = under.map((one) => one.closest("#table [data-place]")).find(Boolean);
    if (place) { ask(new URLSearchParams({ place: place.dataset.place }).toString(), card?.dataset.said); return; }
    const board = event.target.closest?.("#picture .kl-board");
    if (!board || board.querySelector("[data-place]")) { if (asked) { asked = ""; clearTimeout(waiting); show(null); } return; }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
    ask(new URLSearchParams({ x: (Math.round(at.x / 6) * 6).toString(), y: (Math.round(at.y / 6) * 6).toString() }).toString());
  }
  let resting = null; // where the pointer is
  document.addEventListener("pointermove", (event) => {
    resting = event.pointerType === "touch" ? null : [event.clientX, event.clientY];
    if (resting && table()?.dataset.turn === "yes") point(event);
  });
  // What others do meanwhile (all draft at once, say) brings the page anew: a card goes on saying what it means.
  function sayAgain() {
    if (keyboard || !resting || !document.querySelector("#table .pickable")) return;
    const card = document.elementFromPoint(...resting)?.closest("#table .pickable");
    if (card) show({ label: card.dataset.said });
  }
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

  // When the table changes ---------------------------------------------------------------------------------------------------------

  let turn = table()?.dataset.turn, latest = table()?.dataset.latest, advised = document.getElementById("advice")?.textContent, settling = false, focused = null; // what had the focus before the table changed

  // The table as it is now comes as the answer to what is sent (`body`), or by asking for it. Gives whether it was taken as it was meant.
  async function bring(address, body) {
    const headers = { "Kronland-Script": "yes", "Kronland-Page": source?.readyState === EventSource.OPEN ? page : "" };
    const reply = await fetch(address, body ? { method: "POST", headers, body } : { headers, cache: "no-store" }).catch(() => null);
    if (body) tooFast(reply?.status === 429);
    if (body && reply?.status === 429) return false;
    const html = reply && !away(reply.status) ? await reply.text().catch(() => null) : null;
    if (html === null) { again(); return false; }
    if (source) lost(false);
    const version = reply.headers.get("Kronland-Version");
    if (reply.status === 204) { if (body && version) await brought(Number(version)); return true; } // nothing has changed, or the stream brings it
    if (!reply.ok || !version) { location.replace(`/t/${place()}`); return false; } // the table has another kind of page now
    if (Number(version) >= Number(shown())) replace(html); // else a newer answer was faster
    return !table()?.querySelector(".telling .notice");
  }

  // What was sent has been done, and the stream brings it. Should it not, or be cut off, the page asks for it.
  const page = crypto.getRandomValues(new Uint32Array(3)).join("-"); // what this page calls itself
  let awaited = null;
  function brought(version) {
    if (Number(shown()) >= version) return null;
    return new Promise((done) => { awaited = { version, done, late: setTimeout(refresh, 4000) }; });
  }
  function arrived(all = false) {
    if (!awaited || (!all && Number(shown()) < awaited.version)) return;
    clearTimeout(awaited.late);
    awaited.done();
    awaited = null;
  }

  function replace(html) {
    remember();
    Morph.to(table(), html);
    settle();
    arrived();
  }

  function remember() {
    document.dispatchEvent(new Event("changing"));
    const stop = document.activeElement?.closest?.(STOPS);
    focused = stop ? { name: named(stop), at: centre(stop) } : null;
  }

  // Focus stays where one has clicked: on what is called the same. What is gone leaves none behind (the page's parts are used again, so
  // the ring would be on something else), but Tab and arrows go on from its place; who goes by keys goes on at the nearest.
  function refocus(here) {
    const same = focused && seen(STOPS, (stop) => named(stop) === focused.name)[0];
    const waits = document.activeElement === document.body && here.dataset.turn === "yes";
    if (same) { if (same !== document.activeElement) same.focus({ preventScroll: true }); }
    else if (keyboard && (focused || waits)) goOn()?.focus({ preventScroll: true });
    else if (focused) document.activeElement.blur();
  }

  // Tab leads to what has the focus, or else to the nearest to what had it.
  function goOn() {
    const all = stops(), here = document.activeElement?.closest?.(STOPS);
    return rove(here ?? (focused && (nearest(focused.at, all.filter(isOpen)) ?? nearest(focused.at, all))) ?? undefined, all);
  }

  function nearest([x, y], all) {
    let best = null, least = Infinity;
    for (const stop of all) {
      const [a, b] = centre(stop), far = Math.hypot(a - x, b - y);
      if (far < least) { best = stop; least = far; }
    }
    return best;
  }

  // What asks what is shown and where waits for the next frame, which lays out the page anyhow: asked at once, the page would be laid out
  // for the answer, and again for what is changed after it.
  let frame = 0;
  function whenLaidOut() {
    cancelAnimationFrame(frame);
    const lists = following(); // before the browser tells that they are longer than what is seen of them
    frame = requestAnimationFrame(() => { goOn(); ends(lists); fit(); sayAgain(); });
  }

  // Of several lessons the guide tells as many at once as have room below the prompt, at least one; whoever has got these is told the rest.
  function fit() {
    const guide = document.querySelector(".guide"), prompt = document.getElementById("prompt");
    if (!guide || !prompt) return;
    const told = [...guide.querySelectorAll("li")];
    for (const one of told) one.hidden = false;
    const covers = () => {
      const [box, under] = [guide.getBoundingClientRect(), prompt.getBoundingClientRect()];
      return guide.scrollHeight > guide.clientHeight + 1 || (box.top < under.bottom - 1 && box.bottom > under.top);
    };
    while (told.length > 1 && covers()) told.pop().hidden = true;
    guide.querySelector("[name=met]").value = told.map((one) => one.dataset.lesson).join(" ");
  }
  addEventListener("resize", () => { if (table()) requestAnimationFrame(fit); });

  function settle() {
    const here = table();
    if (!here) return;
    answers.clear();
    asked = "";
    document.title = here.dataset.title;
    document.getElementById("icon")?.setAttribute("href", here.dataset.icon);
    number();
    hold(null);
    light("");
    settling = true;
    document.dispatchEvent(new Event("settled"));
    settling = false;
    refocus(here);
    whenLaidOut();
    document.getElementById("pending-yes")?.focus();
    const advice = document.getElementById("advice"), told = advice?.textContent;
    if (told && told !== advised) advice.scrollIntoView({ block: "nearest" }); // it follows the choices, which may be many
    advised = told;
    here.querySelector(".telling .notice")?.scrollIntoView({ block: "nearest" }); // who types below the prompt sees what was wrong
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

  // Log and chat show their ends, unless the reader has scrolled up. Which is noted here: an attribute would be gone with the next change.
  const leftBehind = new Set();
  const following = () => ["log", "chat"].filter((id) => !leftBehind.has(id)).map((id) => document.getElementById(id)).filter(Boolean);
  function ends(lists) { for (const list of lists) list.scrollTop = list.scrollHeight; }
  document.addEventListener("scroll", (event) => {
    const list = event.target;
    if (list.id !== "log" && list.id !== "chat") return;
    if (list.scrollHeight - list.scrollTop - list.clientHeight > 40) leftBehind.add(list.id); else leftBehind.delete(list.id);
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
    list?.replaceChildren(...targets().map((target) => new Option(target.dataset.label ?? target.getAttribute("aria-label"), target.dataset.action)));
  });

  // Your turn -------------------------------------------------------------------------------------------------------------------

  function call(here) {
    if (here.dataset.notify === "yes" && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(here.dataset.title, { body: document.getElementById("prompt")?.textContent, icon: here.dataset.icon, tag: here.dataset.id });
    }
  }

  // The connection ---------------------------------------------------------------------------------------------------------------

  function lost(is) {
    const note = document.getElementById("lost");
    if (note) note.hidden = !is;
  }

  // What was sent is refused, but nothing is lost: what was typed stays where it is.
  let hurried = 0;
  function tooFast(is) {
    document.getElementById("too-fast").hidden = !is;
    clearTimeout(hurried);
    if (is) hurried = setTimeout(tooFast, 5000, false);
  }

  // The stream brings the table as it is now, as pieces of text and of the lines that it brought before.
  let source, lines = [];
  const hall = document.getElementById("waiting"); // a table that waits for players

  // An EventSource gives up for good on any answer but 200, so a server that restarts would strand the page.
  // It asks by itself instead, later each time, whether the table can be had again, and follows it anew from what it shows.
  let trying = 0, tries = 0;
  const place = () => (table() ?? hall)?.dataset.id;
  const shown = () => document.getElementById("version")?.value ?? hall?.dataset.version ?? "0";

  function again() {
    source?.close();
    source = null;
    arrived(true);
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
    const mine = source = new EventSource(`/t/${id}/events?since=${shown()}&page=${page}`);
    source.addEventListener("open", () => { tries = 0; lost(false); lines = []; });
    source.addEventListener("error", () => { if (source === mine) again(); });
    source.addEventListener("move", () => { if (source === mine) follow(); }); // the table is at another process now
    source.addEventListener("change", (event) => {
      const news = JSON.parse(event.data);
      if (hall) { if (news.again || String(news.version) !== hall.dataset.version) lookRound(id, news.stage); return; }
      if (!news.patch) { refresh(); return; }
      lines = news.patch.flatMap((piece) => typeof piece === "string" ? piece.split("\n") : lines.slice(...piece));
      const here = Number(document.getElementById("version").value);
      if (news.version < here || (news.version === here && !news.again)) return; // an answer was faster; or else who is there has changed
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
    Morph.like(hall.querySelector(".seats"), now.querySelector(".seats"));
    const all = hall.querySelector("#copy-all"), left = now.querySelector("#copy-all");
    if (all && left) all.dataset.copies = left.dataset.copies;
    offer();
  }
  const away = (status) => status === 429 || status >= 500;
  addEventListener("offline", again);
  addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (trying) comeBack(); else refresh(); // a hidden page's clock is slow
  });
  document.addEventListener("ready", () => { if (table()) bring(`/t/${place()}/fragment`); else if (hall) lookRound(place(), "waiting"); }); // bots that others stood in for play now
  function refresh() {
    if (table()) bring(`/t/${place()}/fragment?since=${shown()}`);
  }

  document.addEventListener("arranged", () => { if (!settling) { rove(); fit(); } });

  // Copying links: one, or those of all open seats with a word of invitation --------------------------------------------------------

  function offer() {
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll(".copy")) button.hidden = false;
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.(".copy");
    if (!button) return;
    const links = button.dataset.copies.trim().split(" ").map((id) => document.getElementById(id).value);
    await navigator.clipboard.writeText([button.dataset.words, ...links].filter(Boolean).join("\n"));
    button.textContent = button.dataset.done;
  });

  // Whose first page here is a table was sent it as if without scripts: with all choices open as a list.
  function shut() { document.getElementById("acts")?.removeAttribute("open"); }

  function begin() { shut(); rove(); number(); ends(following()); fit(); offer(); follow(); }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin); else begin();
})();

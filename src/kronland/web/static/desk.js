// The desk: tabs and a badge on a phone, cards that are picked together, sums by a stepper, places that a button lights up.
// What the reader has arranged stays as long as the same is asked; the server brings the page as it is without it.
"use strict";

(() => {
  const body = document.body, table = () => document.getElementById("table");
  let asked = null, picked = [], armed = "", steps = {}, typing = null, open = false;
  let seen = null; // the last line of the chat that was read
  const scrolled = new Set(); // asking a tray how far it is scrolled would have the page laid out once more
  document.addEventListener("scroll", ({ target }) => { if (target.matches?.(".panels, .play-side")) scrolled.add(target); }, true);

  function arrange() {
    const here = table();
    const question = here && [here.dataset.turn, ...[...here.querySelectorAll(".target")].map((target) => target.closest(".dial")?.dataset.notation ?? target.dataset.action)].join();
    if (here && question !== asked) { // not the number: where all decide at once, what another has chosen must not throw picked cards back
      asked = question;
      picked = [];
      armed = "";
      if (!here.querySelector(".talk")) steps = {}; // while it is talked about, a sum is changed and not set anew
      if (body.dataset.tab === "decide") for (const tray of scrolled) tray.scrollTop = 0; // to the prompt
      scrolled.clear();
    }
    showTabs();
    showPicked();
    showSteps();
    showArmed();
    document.querySelector(".people")?.classList.toggle("open", open);
    document.getElementById("seats-open")?.setAttribute("aria-expanded", String(open));
    document.dispatchEvent(new Event("arranged"));
  }

  // Only who taps a tab changes it: that it is their turn is told by its mark to whoever reads something else. Log and chat open at what
  // is newest, a replay's log where one is.
  function turnTo(name) {
    body.dataset.tab = name;
    document.querySelector(".panels").scrollTop = 0;
    arrange();
    const list = document.getElementById(name);
    if (table() && list) list.scrollTop = list.scrollHeight; else list?.querySelector(".current")?.scrollIntoView({ block: "center" });
  }

  // Tabs: lines of the chat that have come since it was last looked at are counted. What happened is told, and counted, above the board.
  function showTabs() {
    for (const tab of document.querySelectorAll("#tabs [data-tab]")) {
      const here = body.dataset.tab === tab.dataset.tab, badge = tab.querySelector(".badge");
      tab.setAttribute("aria-pressed", String(here));
      if (!badge || !table()) continue;
      const lines = [...document.querySelectorAll("#chat li[id]")].map((line) => Number(line.id.split("-")[1]));
      const last = lines.length ? lines[lines.length - 1] : -1;
      if (seen === null || here) seen = last;
      badge.textContent = last - seen > 99 ? "99+" : String(last - seen);
      badge.hidden = last <= seen;
    }
  }

  // Cards that are chosen together: the button of those that are picked appears when there are enough.
  function showPicked() {
    for (const row of document.querySelectorAll("#table .picking")) {
      for (const card of row.querySelectorAll(".pickable")) card.setAttribute("aria-pressed", String(picked.includes(card.dataset.token)));
      const chosen = [...picked].sort().join(" ");
      for (const choice of row.querySelectorAll(".picked .choice")) {
        choice.classList.toggle("is-picked", choice.dataset.parts.split(" ").sort().join(" ") === chosen);
      }
    }
  }

  function pick(card, byKey) {
    const token = card.dataset.token, most = Number(card.closest(".picking").dataset.pick);
    picked = picked.includes(token) ? picked.filter((other) => other !== token) : [...picked, token].slice(-most);
    arrange();
    if (byKey) card.closest(".picking").querySelector(".is-picked")?.focus();
  }

  // One sum for all sides of a stepper: who pays can be turned round without setting it anew.
  function showSteps() {
    for (const stepper of document.querySelectorAll("#table .stepper")) {
      const { side = 0, sum = 0 } = steps[stepper.dataset.stepper] ?? {};
      stepper.querySelectorAll(".sides input").forEach((radio, place) => { radio.checked = place === side; });
      stepper.querySelectorAll(".dial").forEach((shown, place) => {
        const most = Number(shown.querySelector("[type=number]").max), here = Math.min(sum, most);
        const choice = shown.querySelector(".choice");
        shown.classList.toggle("is-set", place === side);
        for (const field of shown.querySelectorAll("input")) if (field !== typing) field.value = String(here);
        shown.querySelector(".sum").textContent = String(here);
        choice.dataset.action = shown.dataset.notation.replace("{n}", here);
        choice.dataset.label = choice.textContent.trim();
      });
    }
  }

  function step(stepper, change) {
    const name = stepper.dataset.stepper, { side = 0, sum = 0 } = steps[name] ?? {};
    const most = Number(stepper.querySelectorAll(".dial")[change.side ?? side].querySelector("[type=number]").max);
    const wanted = change.by ? Math.min(sum, most) + change.by : change.sum ?? sum;
    steps[name] = { side: change.side ?? side, sum: Math.max(0, change.side === undefined ? Math.min(most, wanted) : wanted) };
    showSteps();
    document.dispatchEvent(new Event("arranged"));
  }

  document.addEventListener("input", (event) => {
    const stepper = event.target.closest?.("#table .stepper");
    if (!stepper) return;
    typing = event.target.type === "number" ? event.target : null; // "3.7" is no sum yet when "3." stands there
    if (event.target.type === "radio") step(stepper, { side: Number(event.target.value) });
    else step(stepper, { sum: Math.floor(Number(event.target.value)) || 0 });
  });
  document.addEventListener("change", (event) => { if (event.target === typing) { typing = null; showSteps(); } });
  document.addEventListener("keydown", (event) => { // Enter in the field chooses what stands beside it
    const side = event.key === "Enter" && event.target.matches?.("#table .dial input") && event.target.closest(".dial");
    if (side) { event.preventDefault(); side.querySelector(".choice").click(); }
  });

  function showArmed() {
    table()?.classList.toggle("arming", Boolean(armed));
    for (const arm of document.querySelectorAll("#table .arm")) arm.setAttribute("aria-pressed", String(arm.dataset.arm === armed));
    for (const target of document.querySelectorAll("#picture .target-armed")) target.classList.toggle("is-armed", target.classList.contains(`target-${armed}`));
  }

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest?.(selector);
    const tab = at("#tabs [data-tab]"), card = at(".pickable"), arm = at("#table .arm");
    if (tab) { turnTo(tab.dataset.tab); return; }
    if (at("#seats-open") || (at(".players") && !at("form, button, a"))) { open = !open; arrange(); return; }
    if (open && !at(".people")) { open = false; arrange(); }
    if (card) { pick(card, event.detail === 0); return; }
    if (at(".stepper .less, .stepper .more")) { step(at(".stepper"), { by: at(".less") ? -1 : 1 }); return; }
    if (arm) { armed = armed === arm.dataset.arm ? "" : arm.dataset.arm; arrange(); }
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && armed) { armed = ""; arrange(); } });
  document.addEventListener("settled", arrange);
  arrange();
})();

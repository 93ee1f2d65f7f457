// How long somebody still has: the server says until when, here it is counted down, in the reader's language.
"use strict";

(() => {
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const language = document.documentElement.lang;

  function span(seconds) {
    const parts = [];
    for (const [unit, length] of units) {
      const count = Math.floor(seconds / length);
      seconds -= count * length;
      if (count && parts.length < 2) parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
      else if (parts.length) break;
    }
    return parts.join(" ");
  }

  function show() {
    for (const time of document.querySelectorAll("time.clock[data-left]")) {
      const left = (Date.parse(time.dateTime) - Date.now()) / 1000;
      const said = left <= 0 ? time.dataset.late : time.dataset.left.replace("{time}", span(Math.max(60, left)));
      if (time.textContent !== said) time.textContent = said;
    }
    for (const time of document.querySelectorAll("time.since")) {
      const since = new Date(time.dateTime).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
      time.textContent = time.dataset.word.replace("{moment}", since);
    }
  }

  document.addEventListener("settled", show); // what the server has brought says when, not how long
  setInterval(show, 20000);
  show();
})();

// A part of a page that waits for something (`data-again`, in seconds) is asked for anew until it waits no more.
"use strict";

(() => {
  const waiting = () => document.querySelector("[data-again]");
  const later = () => { if (waiting()) setTimeout(look, 1000 * waiting().dataset.again); };

  async function look() {
    const reply = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    const said = reply?.ok ? await reply.text().catch(() => "") : "";
    const old = waiting(), now = new DOMParser().parseFromString(said, "text/html").getElementById(old.id);
    if (now) old.replaceWith(now); // what went wrong goes right the next time
    later();
  }
  later();
})();

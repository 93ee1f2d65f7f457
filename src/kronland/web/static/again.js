// A part of a page that waits for something (`data-again`, in seconds) is asked for anew until it waits no more, at the page's own address
// or at another one (`data-from`). Others on the page hear of the end (`ready`).
"use strict";

(() => {
  const waiting = () => document.querySelector("[data-again]");
  const later = () => { if (waiting()) setTimeout(look, 1000 * waiting().dataset.again); };

  async function look() {
    const reply = await fetch(waiting().dataset.from ?? location.href, { cache: "no-store" }).catch(() => null);
    const said = reply?.ok ? await reply.text().catch(() => "") : "";
    const old = waiting(), now = new DOMParser().parseFromString(said, "text/html").getElementById(old.id);
    if (now && now.outerHTML !== old.outerHTML) old.replaceWith(now); // what went wrong goes right the next time
    if (waiting()) later(); else document.dispatchEvent(new Event("ready"));
  }
  later();
})();

// A rule is read over the page, and not on another one: whatever names a rule opens it.
"use strict";

(() => {
  const sheet = document.getElementById("rule-sheet"), words = document.getElementById("rule-words"), more = document.getElementById("rule-more");
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a.rule, #rule-words a");
    if (!link || !sheet?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const [book, rule] = (link.getAttribute("href") ?? "").split("#");
    if (!rule || !book.startsWith("/rules/")) return;
    event.preventDefault();
    const reply = await fetch(`${book}/${rule}`).catch(() => null);
    if (!reply?.ok) { location.assign(link.href); return; }
    words.innerHTML = await reply.text();
    more.href = link.href;
    if (!sheet.matches(":popover-open")) sheet.showPopover();
    sheet.scrollTop = 0;
  });
  document.addEventListener("keydown", (event) => { // other keys of the page mean something else
    if (event.key !== "Escape" || !sheet?.matches(":popover-open")) return;
    event.stopPropagation();
    sheet.hidePopover();
  }, true);
})();

// A seat that stays empty needs no name, and a bot has its own.
"use strict";

for (const kind of document.querySelectorAll(".seat-choices select")) {
  const name = kind.closest("li").querySelector("input");
  const show = () => { name.hidden = kind.value === "none" || kind.value === "open"; };
  kind.addEventListener("change", show);
  show();
}

// A seat that stays empty needs no name, and a bot has its own.
"use strict";

for (const kind of document.querySelectorAll(".seat-choices select")) {
  const name = kind.closest("li").querySelector("input");
  const show = () => { name.hidden = kind.value === "none" || kind.value === "open"; };
  kind.addEventListener("change", show);
  show();
}

// What happens when time has run out matters where there is a clock.
const clock = document.getElementById("clock");
if (clock) {
  const show = () => { document.getElementById("out").hidden = !clock.value; };
  clock.addEventListener("change", show);
  show();
}

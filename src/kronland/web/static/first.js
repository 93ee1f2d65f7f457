// Read before anything is drawn, on every page: it is laid out for scripts from its first moment, and not first as for those who have none.
// The server hears that scripts are at work before a table is opened, and draws graphs for the shape of the screen.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");
  const narrow = matchMedia("(max-width: 46rem)");
  const shape = () => { document.cookie = `kl_shape=${narrow.matches ? "tall" : "wide"}; path=/; max-age=31536000; samesite=lax`; };
  narrow.addEventListener("change", shape);
  shape();

  // What only scripts understand (a card, a place on the board) may be clicked while they are still on their way: it is done when all of them
  // are there, and by none before, or a card would be picked and put back. What the browser does by itself, it has done.
  const NATIVE = "a[href], button:not([type=button]), input, select, textarea, summary, label";
  let early = null;
  const remember = (event) => {
    early = event.target.closest?.(NATIVE) ? null : event.target;
    if (early) event.stopPropagation();
  };
  document.addEventListener("click", remember, true);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", remember, true);
    if (early?.isConnected) early.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  });
})();

// Read before anything is drawn, on every page: it is laid out for scripts from its first moment, and not first as for those who have none.
// The server hears that scripts are at work before a table is opened, and draws graphs for the shape of the screen.
"use strict";

(() => {
  document.documentElement.classList.add("scripted");
  const narrow = matchMedia("(max-width: 46rem)");
  const shape = () => { document.cookie = `kl_shape=${narrow.matches ? "tall" : "wide"}; path=/; max-age=31536000; samesite=lax`; };
  narrow.addEventListener("change", shape);
  shape();
})();

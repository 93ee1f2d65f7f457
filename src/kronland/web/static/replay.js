// Replay: the slider and the keys lead from position to position.
"use strict";

(() => {
  const slide = document.getElementById("slide"), slider = document.getElementById("slider");
  const go = (number) => location.replace(`${slide.dataset.base}${number}${slide.dataset.query}`);
  slider.addEventListener("change", () => go(slider.value));
  slide.addEventListener("submit", (event) => { event.preventDefault(); go(slider.value); });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, textarea")) return;
    const id = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!id) return;
    event.preventDefault();
    location.replace(document.getElementById(id).href);
  });
  document.querySelector(".line.current")?.scrollIntoView({ block: "nearest" });
})();

// Looking closer: the board is made larger by two fingers, a double tap, or the wheel with Ctrl, and moved by one finger.
"use strict";

(() => {
  const MOST = 5, CLOSER = 2.5, FAR = 8;
  let scale = 1, x = 0, y = 0, moved = false, lastTap = { time: 0, x: 0, y: 0 };
  const fingers = new Map();
  const frame = () => document.getElementById("picture"), picture = () => document.querySelector("#picture > svg");

  function show() {
    const drawn = picture();
    if (!drawn) return;
    frame().classList.toggle("closer", scale > 1);
    if (scale === 1) { x = y = 0; drawn.removeAttribute("style"); return; } // without asking for sizes: a changed page would be laid out for it
    const box = frame().getBoundingClientRect();
    x = Math.min(0, Math.max(x, box.width * (1 - scale)));
    y = Math.min(0, Math.max(y, box.height * (1 - scale)));
    Object.assign(drawn.style, { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` });
  }

  // The point under (cx, cy) stays where it is.
  function zoom(to, cx, cy) {
    const box = frame().getBoundingClientRect(), size = Math.max(1, Math.min(MOST, to)), by = size / scale;
    x = cx - box.left - (cx - box.left - x) * by;
    y = cy - box.top - (cy - box.top - y) * by;
    scale = size;
    show();
  }

  const middle = () => {
    const all = [...fingers.values()];
    return [all.reduce((sum, one) => sum + one.x, 0) / all.length, all.reduce((sum, one) => sum + one.y, 0) / all.length];
  };
  const spread = () => { const [one, other] = [...fingers.values()]; return Math.hypot(one.x - other.x, one.y - other.y); };

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("#picture") || (event.pointerType === "mouse" && event.button)) return;
    if (fingers.size === 0) moved = false;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
  });
  document.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [oldX, oldY] = middle(), before = fingers.size === 2 ? spread() : 0;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (Math.hypot(finger.x - finger.startX, finger.y - finger.startY) > FAR || fingers.size > 1) moved = true;
    if (!moved) return;
    const [cx, cy] = middle();
    if (scale > 1) { x += cx - oldX; y += cy - oldY; }
    if (fingers.size === 2 && before > 0) zoom(scale * spread() / before, cx, cy);
    else if (scale > 1) show();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, (event) => fingers.delete(event.pointerId));

  // What was a movement is no click.
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#picture")) return;
    if (moved) { moved = false; event.stopPropagation(); event.preventDefault(); return; }
    if (event.target.closest(".target")) return;
    const near = Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
    if (near && event.timeStamp - lastTap.time < 350) {
      zoom(scale > 1 ? 1 : CLOSER, event.clientX, event.clientY);
      lastTap = { time: 0, x: 0, y: 0 };
    } else lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
  }, true);
  document.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !event.target.closest?.("#picture")) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("settled", show);
  addEventListener("resize", () => { scale = 1; x = y = 0; show(); });
})();

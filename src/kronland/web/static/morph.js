// Makes the page's tree into the one that the server sends. What is the same is left alone, with its focus, its scrolling and what was
// typed into it; drawings that are called by what they are made of (`data-kept`), and targets whose lines are the same as those of the last
// text, are not even read again.
"use strict";

const Morph = (() => {
  const KEPT = /^<g data-kept="([^"]+)".*<\/g>$/;
  const TARGET = /^<g class="target [^>]* data-action="([^"]*)"/; // on two lines, of which the second has its drawing
  const DRAWING = /^<g aria-hidden="true">(?!.*<g\b).*[^g]><\/g><\/g>$/;
  const drawn = new WeakMap(); // the targets that a tree was last made with: the second line by the first

  // A page as text, with a short word in place of each drawing and each target that the tree has already.
  function shortened(text, tree) {
    const there = new Map(), before = drawn.get(tree), now = new Map();
    for (const one of tree.querySelectorAll("[data-kept]")) { const kept = one.getAttribute("data-kept"); there.set(kept, (there.get(kept) ?? 0) + 1); }
    const lines = text.split("\n");
    lines.forEach((line, place) => {
      if (line.startsWith("<g data-kept")) {
        const kept = KEPT.exec(line)?.[1], left = there.get(kept);
        if (!left) return;
        there.set(kept, left - 1);
        lines[place] = `<g data-kept="${kept}" data-left="yes"/>`;
      } else if (line.startsWith('<g class="target ')) {
        const drawing = lines[place + 1];
        if (!drawing || !DRAWING.test(drawing)) return;
        now.set(line, drawing);
        if (before?.get(line) !== drawing) return;
        lines[place] = `<g data-action="${TARGET.exec(line)[1]}" data-left="yes"/>`;
        lines[place + 1] = "";
      }
    });
    drawn.set(tree, now);
    return lines.join("\n");
  }

  function tree(text) {
    const frame = document.createElement("template");
    frame.innerHTML = text;
    return frame.content;
  }

  // What has a name is found by it; anything else is the next of its kind.
  const name = (node) => node.id || node.getAttribute("data-kept") || (node.ownerSVGElement && node.getAttribute("data-action")) || node.classList[0] || "";
  const kind = (node) => node.nodeType === Node.ELEMENT_NODE ? `${node.localName} ${name(node)}` : node.nodeType;

  function attributes(old, now) {
    for (const called of now.getAttributeNames()) {
      const value = now.getAttribute(called);
      if (old.getAttribute(called) === value || (called === "open" && old.localName === "details")) continue; // the reader opens and shuts
      old.setAttribute(called, value); // of a field that somebody has typed into this is not the value any more
    }
    for (const called of old.getAttributeNames()) {
      if (now.hasAttribute(called) || called === "tabindex" || (called === "open" && old.localName === "details")) continue;
      old.removeAttribute(called);
    }
    for (const state of ["checked", "selected"]) if (state in old && old.hasAttribute(state) !== old[state] && old !== document.activeElement) old[state] = old.hasAttribute(state);
  }

  function children(old, now) {
    let next = old.firstChild, node = now.firstChild;
    while (next && node && kind(next) === kind(node)) { // as long as both have the same in the same order, nothing need be looked for
      const [same, wanted] = [next, node];
      [next, node] = [next.nextSibling, node.nextSibling];
      morph(same, wanted);
    }
    const there = new Map(), wanted = [];
    for (let rest = next; rest; rest = rest.nextSibling) {
      if (rest.nodeType !== Node.ELEMENT_NODE) continue;
      const of = kind(rest);
      if (there.has(of)) there.get(of).push(rest); else there.set(of, [rest]);
    }
    for (const nodes of there.values()) nodes.reverse();
    for (; node; node = node.nextSibling) wanted.push(node);
    const found = wanted.map((one) => there.get(kind(one))?.pop()), gone = new Set([...there.values()].flat());
    while (gone.has(next)) next = next.nextSibling;
    for (const one of gone) one.remove(); // first, so that what stays is not moved for it
    const skip = () => { const here = next; next = next.nextSibling; here.remove(); };
    wanted.forEach((one, place) => {
      const same = one.nodeType === Node.ELEMENT_NODE ? found[place] : next?.nodeType === one.nodeType ? next : null;
      if (!same) { old.insertBefore(one, next); return; }
      while (next && next !== same && next.nodeType !== Node.ELEMENT_NODE) skip(); // the space between elements is no reason to move one
      if (same === next) next = next.nextSibling; else old.insertBefore(same, next);
      morph(same, one);
    });
    while (next) skip();
  }

  function morph(old, now) {
    if (now.nodeType !== Node.ELEMENT_NODE) { if (old.data !== now.data) old.data = now.data; return; }
    if (now.hasAttribute("data-kept") || now.hasAttribute("data-left")) return;
    // Which of the targets is in the order of Tab is the page's own: it is no difference.
    if (now.classList.contains("target") && old.hasAttribute("tabindex")) now.setAttribute("tabindex", old.getAttribute("tabindex"));
    if (old.isEqualNode(now)) return;
    attributes(old, now);
    children(old, now);
  }

  // A target that is there no more loses the focus first, while the page is laid out: to take away what has the focus has the page laid out
  // in the middle of its changes. What the reader has set by a dial is called otherwise until the page has set it again.
  function unfocus(old, now) {
    const focus = document.activeElement, action = old.contains(focus) && focus.getAttribute("data-action");
    if (action && !focus.closest(".dial") && !now.querySelector(`[data-action="${CSS.escape(action)}"]`)) focus.blur();
  }

  return {
    // `old` becomes what the text says, which is one element.
    to(old, text) {
      const now = tree(shortened(text, old)).firstElementChild;
      unfocus(old, now);
      morph(old, now);
      const left = old.querySelectorAll("[data-left]"); // what has come to lie elsewhere is read after all
      for (const word of left) word.remove();
      if (left.length) morph(old, tree(text).firstElementChild);
    },
    // `old` becomes like an element of another page.
    like: morph,
  };
})();

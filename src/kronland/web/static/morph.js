// Makes the page's tree into the one that the server sends. What is the same is left alone, with its focus, its scrolling and what was
// typed into it; drawings that are called by what they are made of (`data-kept`) are not even read again.
"use strict";

const Morph = (() => {
  const KEPT = /^<g data-kept="([^"]+)".*<\/g>$/;

  // A page as text, with a short word in place of each drawing that the tree has already.
  function shortened(text, tree) {
    const there = new Map();
    for (const { dataset: { kept } } of tree.querySelectorAll("[data-kept]")) there.set(kept, (there.get(kept) ?? 0) + 1);
    return text.split("\n").map((line) => {
      const kept = line.startsWith("<g data-kept") && KEPT.exec(line)?.[1], left = there.get(kept);
      if (!left) return line;
      there.set(kept, left - 1);
      return `<g data-kept="${kept}" data-left="yes"/>`;
    }).join("\n");
  }

  function tree(text) {
    const frame = document.createElement("template");
    frame.innerHTML = text;
    return frame.content;
  }

  // What has a name is found by it; anything else is the next of its kind.
  const name = (node) => node.id || node.dataset.kept || (node.ownerSVGElement && node.dataset.action);
  const kind = (node) => node.nodeType === Node.ELEMENT_NODE ? `${node.localName} ${name(node) ?? node.classList[0] ?? ""}` : node.nodeType;

  function attributes(old, now) {
    for (const { name: called, value } of now.attributes) {
      if (old.getAttribute(called) === value || (called === "open" && old.localName === "details")) continue; // the reader opens and shuts
      old.setAttribute(called, value); // of a field that somebody has typed into this is not the value any more
    }
    for (const { name: called } of [...old.attributes]) {
      if (now.hasAttribute(called) || called === "tabindex" || (called === "open" && old.localName === "details")) continue;
      old.removeAttribute(called);
    }
    for (const state of ["checked", "selected"]) if (state in old && old.hasAttribute(state) !== old[state] && old !== document.activeElement) old[state] = old.hasAttribute(state);
  }

  function children(old, now) {
    const there = new Map();
    for (const node of old.childNodes) { const of = kind(node); if (there.has(of)) there.get(of).push(node); else there.set(of, [node]); }
    for (const nodes of there.values()) nodes.reverse();
    const wanted = [...now.childNodes], found = wanted.map((node) => there.get(kind(node))?.pop());
    for (const nodes of there.values()) for (const node of nodes) node.remove(); // first, so that what stays is not moved for it
    let next = old.firstChild;
    wanted.forEach((node, place) => {
      const same = found[place];
      if (!same) { old.insertBefore(node, next); return; }
      if (same === next) next = next.nextSibling; else old.insertBefore(same, next);
      morph(same, node);
    });
  }

  function morph(old, now) {
    if (now.nodeType !== Node.ELEMENT_NODE) { if (old.data !== now.data) old.data = now.data; return; }
    if (now.dataset.kept || old.isEqualNode(now)) return;
    attributes(old, now);
    children(old, now);
  }

  return {
    // `old` becomes what the text says, which is one element.
    to(old, text) {
      morph(old, tree(shortened(text, old)).firstElementChild);
      const left = old.querySelectorAll("[data-left]"); // what has come to lie elsewhere is read after all
      for (const word of left) word.remove();
      if (left.length) morph(old, tree(text).firstElementChild);
    },
    // `old` becomes like an element of another page.
    like: morph,
  };
})();

// What is new for somebody, on whatever page is open: a number beside the bell and before the title, and a line for what has just come.
// One page of a browser listens for all of them, where the browser can arrange that; elsewhere each does, while it is looked at.
"use strict";

(() => {
  const bell = document.getElementById("notices");
  if (!bell || !window.EventSource) return;
  const count = bell.querySelector(".count");
  const pages = "BroadcastChannel" in window ? new BroadcastChannel("kronland-notices") : null;
  const known = new Set();
  let first = true;
  let number = 0;

  function entitle() {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const title = number ? `(${number}) ${plain}` : plain;
    if (document.title !== title) document.title = title;
  }

  function show(news) {
    number = news.count;
    count.textContent = number;
    count.hidden = !number;
    bell.setAttribute("title", news.said);
    entitle();
    for (const notice of news.notices) {
      if (!known.has(notice.id) && !first && notice.path !== location.pathname) announce(notice);
      known.add(notice.id);
    }
    for (const line of document.querySelectorAll("#news > p")) {
      if (!news.notices.some((notice) => String(notice.id) === line.dataset.notice)) line.remove();
    }
    first = false;
  }

  function announce(notice) {
    let place = document.getElementById("news");
    if (!place) {
      place = Object.assign(document.createElement("div"), { id: "news" });
      place.setAttribute("role", "status");
      document.body.append(place);
    }
    const line = document.createElement("p");
    line.dataset.notice = notice.id;
    const link = Object.assign(document.createElement("a"), { href: notice.path, textContent: notice.said });
    const close = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: "×" });
    close.setAttribute("aria-label", bell.dataset.close);
    close.addEventListener("click", () => line.remove());
    line.append(link, close);
    place.append(line);
  }

  let stream = null;
  function listen() {
    if (stream) return;
    stream = new EventSource("/notices/events");
    stream.addEventListener("notices", (event) => {
      const news = JSON.parse(event.data);
      last = news;
      pages?.postMessage({ news });
      show(news);
    });
  }
  function rest() {
    stream?.close();
    stream = null;
  }

  let last = null; // of the page that listens
  pages?.addEventListener("message", (event) => {
    if (event.data.news) show(event.data.news);
    else if (event.data.asks && stream && last) pages.postMessage({ news: last });
  });

  if (pages && navigator.locks) {
    navigator.locks.request("kronland-notices", () => {
      listen();
      return new Promise((left) => window.addEventListener("pagehide", left, { once: true })); // until this page goes
    });
    pages.postMessage({ asks: true });
    window.addEventListener("pagehide", rest);
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  } else {
    const look = () => (document.visibilityState === "visible" ? listen() : rest());
    document.addEventListener("visibilitychange", look);
    look();
  }
  document.addEventListener("settled", entitle); // the table's own title has come anew
})();

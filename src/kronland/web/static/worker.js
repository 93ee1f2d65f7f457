// The service worker: shows what is pushed, also when no page is open, and opens the table when it is clicked. It keeps and fetches nothing.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const local = (path) => (typeof path === "string" && /^\/(?![/\\])/.test(path) ? path : "/notices");

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data.json();
  } catch {
    // without words it still says that there is something
  }
  event.waitUntil(self.registration.showNotification(String(said.title || "Kronland"), {
    body: String(said.body || ""),
    tag: String(said.tag || "kronland"),
    lang: String(said.lang || ""),
    icon: "/static/icon.svg",
    data: { path: local(said.path) },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const place = new URL(local(event.notification.data?.path), self.location.origin).href;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((client) => client.url.split("#")[0] === place);
    return there ? there.focus() : self.clients.openWindow(place);
  })());
});

// The push service has given the browser another address: the server is told the new one.
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const key = event.oldSubscription?.options?.applicationServerKey;
    const now = event.newSubscription ?? (key ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null);
    if (!now) return;
    const { endpoint, keys } = now.toJSON();
    await fetch("/notices/push", { method: "POST", body: new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth }) });
  })());
});

// Push messages to this browser: asked for, and turned off again, on the page of settings.
"use strict";

(() => {
  const zone = document.getElementById("zone");
  if (zone && !zone.dataset.chosen) {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if ([...zone.options].some((option) => option.value === here)) zone.value = here;
  }

  const place = document.getElementById("push");
  const button = place.querySelector("button");
  const said = place.querySelector("span");
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) {
    said.textContent = place.dataset.cannot;
    return;
  }
  const on = place.dataset.here === "yes";
  button.textContent = on ? place.dataset.off : place.dataset.on;
  button.hidden = false;

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const post = async (address, fields) => {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(String(answer.status));
  };

  async function turnOn() {
    if ((await Notification.requestPermission()) !== "granted") {
      said.textContent = place.dataset.denied;
      return;
    }
    await navigator.serviceWorker.register("/worker.js");
    const worker = await navigator.serviceWorker.ready;
    await (await worker.pushManager.getSubscription())?.unsubscribe(); // one for another key is of no use
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) });
    const { endpoint, keys } = made.toJSON();
    await post("/notices/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
    location.reload();
  }

  async function turnOff() {
    const worker = await navigator.serviceWorker.getRegistration("/");
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
    await post("/notices/push/remove", {});
    location.reload();
  }

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await (on ? turnOff() : turnOn());
    } catch {
      said.textContent = place.dataset.failed;
    }
    button.disabled = false;
  });
})();

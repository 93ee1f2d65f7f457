// A notification needs the browser's leave: ask for it when the box is ticked.
"use strict";

document.getElementById("notify").addEventListener("change", (event) => {
  if (event.target.checked && "Notification" in window && Notification.permission === "default") Notification.requestPermission();
});

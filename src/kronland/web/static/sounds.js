// Sounds of our own making: a knock for a move, two tones for your turn, coins for points, a fanfare for the end. None until switched on.
"use strict";

(() => {
  const table = () => document.getElementById("table");
  const standing = () => {
    const here = table();
    if (!here) return null;
    const points = [...here.querySelectorAll(".player-points")].map((one) => one.firstChild.data).join(" ");
    return { number: here.dataset.number, turn: here.dataset.turn, over: here.classList.contains("over"), points };
  };
  let before = standing(), sound = null;

  function tone(pitch, delay, length, volume = 0.16, type = "triangle") {
    const at = sound.currentTime + delay, source = sound.createOscillator(), gain = sound.createGain();
    source.frequency.value = pitch;
    source.type = type;
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(volume, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(sound.destination);
    source.start(at);
    source.stop(at + length + 0.05);
  }

  const SOUNDS = {
    move: () => { tone(150, 0, 0.09, 0.25, "sine"); tone(420, 0, 0.04, 0.06, "square"); }, // wood on wood
    points: () => [1567.98, 1975.53, 2349.32].forEach((pitch, n) => tone(pitch, 0.05 + 0.07 * n, 0.22, 0.07)),
    turn: () => [523.25, 783.99].forEach((pitch, n) => tone(pitch, 0.16 * n, 0.7)),
    end: () => [523.25, 659.25, 783.99, 1046.5].forEach((pitch, n) => tone(pitch, 0.18 * n, n === 3 ? 1.4 : 0.3, 0.18)),
  };

  function heard(old, now) {
    if (now.over && !old.over) return ["end"];
    const found = now.number !== old.number ? ["move"] : [];
    if (now.points !== old.points) found.push("points");
    if (now.turn === "yes" && old.turn !== "yes") found.push("turn");
    return found;
  }

  document.addEventListener("settled", () => {
    const old = before, now = before = standing();
    if (!old || !now || table().dataset.sound !== "yes") return;
    const found = heard(old, now);
    if (!found.length) return;
    sound ??= new AudioContext();
    sound.resume();
    for (const name of found) SOUNDS[name]();
  });
})();

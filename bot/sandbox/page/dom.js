// Build elements from plain data. Text always becomes text nodes, never markup.

import { LOST_TEXT } from "./api.js";

/** Create an element: `h("button", {class: "x", onclick: f}, "Go")`. Absent values are left out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (name === "style") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/** Create a line icon. */
export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const ICONS = {
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  send: "M4 12l16-8-6 16-3-6.5L4 12z",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
};

/** Return a user's color as a hue. */
function hue(id) {
  return Number(BigInt(id) % 997n) * 47 % 360;
}

/** Create the avatar of a user: initials on their color. */
export function avatar(user, size = "") {
  const letters = nameOf(user).split(/[\s._-]+/).map((w) => [...w][0] ?? "").slice(0, 2).join("").toUpperCase();
  const element = h("span", { class: `avatar ${size}`, "aria-hidden": "true" }, letters);
  element.style.setProperty("--hue", hue(user.id));
  return element;
}

export function nameOf(user) {
  return user.global_name || user.username;
}

/** Announce a text to screen readers. */
export function announce(text) {
  const line = h("p", {}, text);
  const box = document.getElementById("announcer");
  box.append(line);
  while (box.children.length > 8) box.firstChild.remove();
}

/** Show a line that disappears after a few seconds. */
export function toast(text) {
  const line = h("div", { class: text === LOST_TEXT ? "toast lost" : "toast" }, text);
  document.getElementById("toasts").append(line);
  setTimeout(() => line.remove(), 6000);
}

export const isPhone = () => window.matchMedia("(max-width: 760px)").matches;

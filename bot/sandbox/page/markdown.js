// Discord's markdown as elements. Nothing here parses HTML.

import { h, nameOf } from "./dom.js";

const BLOCK = /^```(?:([\w+-]*)\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d+)\.) +(.+)$/;

/** Return what the mentions in a person's messages refer to. */
export function contextOf(session) {
  return { users: session.users, channels: session.channels, me: session.me };
}

/** Turn a text into nodes; `context` resolves mentions: {users, channels, me}. */
export function markdown(text, context) {
  const out = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.length) out.push(h("p", {}, inline(plain.join("\n"), context)));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const rest = lines.slice(at).join("\n");
    const fence = rest.match(BLOCK);
    if (fence) {
      flush();
      out.push(h("pre", {}, h("code", { "data-language": fence[1] || null }, fence[2])));
      at += fence[0].split("\n").length - 1;
      const after = lines[at].slice(lines[at].lastIndexOf("```") + 3);
      if (after.trim()) plain.push(after);
      continue;
    }
    const line = lines[at];
    const heading = line.match(HEADING);
    const sub = line.match(SUBTEXT);
    if (heading) {
      flush();
      out.push(h("p", { class: `h${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 2 }, inline(heading[2], context)));
    } else if (sub) {
      flush();
      out.push(h("p", { class: "subtext" }, inline(sub[1], context)));
    } else if (line.startsWith(">>> ")) {
      flush();
      out.push(h("blockquote", {}, markdown(lines.slice(at).join("\n").slice(4), context)));
      break;
    } else if (line.startsWith("> ")) {
      flush();
      const quoted = [];
      while (at < lines.length && /^>( |$)/.test(lines[at])) quoted.push(lines[at++].slice(2));
      at -= 1;
      out.push(h("blockquote", {}, markdown(quoted.join("\n"), context)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (at < lines.length && ITEM.test(lines[at])) items.push(lines[at++].match(ITEM));
      at -= 1;
      out.push(list(items, context));
    } else if (line.trim() === "") {
      flush();
      if (out.length && at < lines.length - 1) out.push(h("div", { class: "gap" }));
    } else {
      plain.push(line);
    }
  }
  flush();
  return out;
}

function list(items, context) {
  const base = items[0][1].length;
  const ordered = items[0][2] !== undefined;
  const element = h(ordered ? "ol" : "ul", ordered ? { start: items[0][2] } : {});
  for (let at = 0; at < items.length; at += 1) {
    const entry = h("li", {}, inline(items[at][3], context));
    const nested = [];
    while (at + 1 < items.length && items[at + 1][1].length > base) nested.push(items[++at]);
    if (nested.length) entry.append(list(nested, context));
    element.append(entry);
  }
  return element;
}

// Each rule: a pattern and the nodes for its match. The first match in the text wins; of several
// at the same place the earlier rule wins.
const RULES = [
  [/\\([\\*_~`|>#\-[\]()<:@])/, (m) => m[1]],
  [/``(.+?)``|`([^`\n]+)`/s, (m) => h("code", {}, m[1] ?? m[2])],
  [/<@!?(\d+)>/, (m, c) => mention(c.users?.get(m[1]), m[1], c)],
  [/<#(\d+)>/, (m, c) => h("span", { class: "mention" }, `#${c.channels?.get(m[1])?.name ?? "unknown"}`)],
  [/<\/([-_\w ]+):\d+>/, (m) => h("span", { class: "mention" }, `/${m[1]}`)],
  [/<t:(-?\d{1,12})(?::([tTdDfFR]))?>/, (m) => when(Number(m[1]), m[2] ?? "f")],
  [/<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/@(everyone|here)\b/, (m) => h("span", { class: "mention" }, m[0])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, c) => link(m[2], inline(m[1], c))],
  [/<(https?:\/\/[^\s>]+)>|(https?:\/\/[^\s<]*[^\s<.,;:!?"')\]}*_~|])/, (m) => link(m[1] ?? m[2], [m[1] ?? m[2]])],
  [/\|\|(.+?)\|\|/s, (m, c) => spoiler(inline(m[1], c))],
  [/\*\*\*(.+?)\*\*\*/s, (m, c) => h("strong", {}, h("em", {}, inline(m[1], c)))],
  [/\*\*(.+?)\*\*(?!\*)/s, (m, c) => h("strong", {}, inline(m[1], c))],
  [/__(.+?)__(?!_)/s, (m, c) => h("u", {}, inline(m[1], c))],
  [/~~(.+?)~~/s, (m, c) => h("s", {}, inline(m[1], c))],
  [/\*(?![\s*])(.+?)(?<![\s*])\*(?!\*)/s, (m, c) => h("em", {}, inline(m[1], c))],
  [/(?<![\w_])_(?![\s_])(.+?)(?<![\s_])_(?![\w_])/s, (m, c) => h("em", {}, inline(m[1], c))],
  [/\n/, () => h("br")],
];

/** Turn one line's markdown into nodes. */
export function inline(text, context) {
  const out = [];
  let rest = text;
  while (rest) {
    let best = null;
    for (const [pattern, make] of RULES) {
      const match = rest.match(pattern);
      if (match && (best === null || match.index < best.match.index)) best = { match, make };
    }
    if (best === null) {
      out.push(rest);
      break;
    }
    if (best.match.index > 0) out.push(rest.slice(0, best.match.index));
    out.push(best.make(best.match, context));
    rest = rest.slice(best.match.index + best.match[0].length);
  }
  return out;
}

function mention(user, id, context) {
  const mine = id === context.me?.id;
  return h("span", { class: mine ? "mention mine" : "mention" }, `@${user ? nameOf(user) : "unknown"}`);
}

function link(url, children) {
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

function spoiler(children) {
  const element = h("button", { class: "spoiler", type: "button", "aria-label": "Spoiler, press to show", "aria-expanded": "false" }, h("span", {}, children));
  element.addEventListener("click", () => {
    element.classList.add("shown");
    element.setAttribute("aria-expanded", "true");
    element.removeAttribute("aria-label");
  });
  return element;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

function when(seconds, style) {
  const date = new Date(seconds * 1000);
  const element = h("time", { datetime: date.toISOString(), title: date.toLocaleString(), class: "timestamp" });
  element.textContent = style === "R" ? relative(seconds) : date.toLocaleString(undefined, STYLES[style]);
  if (style === "R") element.dataset.relative = String(seconds);
  return element;
}

const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(seconds) {
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, s]) => Math.abs(away) >= s) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(away / size), unit);
}

// Relative times such as "in 2 minutes" change as time passes.
setInterval(() => {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    element.textContent = relative(Number(element.dataset.relative));
  }
}, 1000);

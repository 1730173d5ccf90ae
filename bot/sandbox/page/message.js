// Draw one message.

import { channelsIn, draw, fileLink, picture } from "./components.js";
import { avatar, h, icon, ICONS, nameOf, toast } from "./dom.js";
import { contextOf, markdown } from "./markdown.js";
import { openModal } from "./modal.js";

const EPHEMERAL_FLAG = 1 << 6;
const LOADING_FLAG = 1 << 7;
const JOINED_WITHIN_MS = 7 * 60 * 1000;
/** The length up to which one message is read out; longer texts would hold up the game. */
const MAX_SPOKEN_CHARS = 300;

/** Return true if a message continues the one before it and needs no header. */
export function follows(before, message) {
  return Boolean(before) && before.author.id === message.author.id && !message.interaction_metadata
    && (before.flags & EPHEMERAL_FLAG) === (message.flags & EPHEMERAL_FLAG)
    && new Date(message.timestamp) - new Date(before.timestamp) < JOINED_WITHIN_MS;
}

export function drawMessage(session, channel, message, joined) {
  const ephemeral = Boolean(message.flags & EPHEMERAL_FLAG);
  const classes = ["message"];
  if (joined) classes.push("joined");
  if (ephemeral) classes.push("ephemeral");
  if (mentions(session, message)) classes.push("mentioned");
  const body = h("div", { class: "message-body" });
  const element = h(
    "li",
    { class: classes.join(" "), "data-id": message.id, "aria-label": `${nameOf(message.author)}, ${day(message.timestamp)}${ephemeral ? ", only for you" : ""}` },
    joined ? "" : origin(message),
    h("div", { class: "message-grid" },
      joined ? h("time", { class: "gutter-time", datetime: message.timestamp, "aria-hidden": "true" }, clock(message.timestamp)) : avatar(message.author),
      h("div", { class: "message-main" }, joined ? "" : header(message), body)),
    tools(session, message),
  );
  body.append(...content(session, channel, message, element));
  if (ephemeral) {
    body.append(h("p", { class: "private" }, icon(ICONS.eye), " Only you can see this. ", h("button", { class: "link", type: "button", onclick: () => session.do("dismiss", { message: message.id }) }, "Dismiss")));
  }
  return element;
}

function mentions(session, message) {
  return message.mention_everyone || message.mentions.some((u) => u.id === session.id);
}

function origin(message) {
  const metadata = message.interaction_metadata;
  if (metadata && metadata.type === 2 && message.type === 20) {
    return h("p", { class: "origin" }, avatar(metadata.user, "tiny"), h("strong", {}, nameOf(metadata.user)), " used ", h("span", { class: "command-name" }, `/${metadata.name}`));
  }
  return "";
}

function header(message) {
  return h("div", { class: "message-head" },
    h("span", { class: "author" }, nameOf(message.author)),
    message.author.bot ? h("span", { class: "tag" }, "APP") : "",
    h("time", { class: "subtext", datetime: message.timestamp, title: new Date(message.timestamp).toLocaleString() }, day(message.timestamp)));
}

function clock(stamp) {
  return new Date(stamp).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
}

function day(stamp) {
  const date = new Date(stamp);
  const today = new Date().toDateString() === date.toDateString();
  return today ? `Today at ${clock(stamp)}` : `${date.toLocaleDateString()} ${clock(stamp)}`;
}

function content(session, channel, message, element) {
  if (message.flags & LOADING_FLAG) {
    return [h("p", { class: "thinking", role: "status" }, `${nameOf(message.author)} is thinking`, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")))];
  }
  const context = contextOf(session);
  const view = {
    context,
    attachments: message.attachments,
    channels: (types) => channelsIn(session, channel, types),
    act: (component, values) => act(session, message, component, values, element),
  };
  const parts = [];
  if (message.content) {
    const edited = message.edited_timestamp ? h("span", { class: "edited" }, " (edited)") : "";
    const words = h("div", { class: "words" }, markdown(message.content, context));
    (words.lastElementChild ?? words).append(edited);
    parts.push(words);
  }
  // In a Components V2 message the components place the pictures.
  if (!(message.flags & (1 << 15))) parts.push(...message.attachments.map(attachment));
  parts.push(...draw(message.components, view));
  return parts;
}

function attachment(file) {
  if (file.content_type?.startsWith("image/")) {
    return h("div", { class: "attached" }, picture(file, file.description));
  }
  return fileLink(file.url, file.filename, file.size);
}

async function act(session, message, component, values, element) {
  element.querySelector(".failed")?.remove();
  const target = { message: message.id, custom_id: component.custom_id };
  try {
    const outcome = values === null ? await session.do("click", target) : await session.do("select", { ...target, values });
    shown(session, outcome, element);
  } catch (error) {
    toast(error.message);
  }
}

/** Show the parts of an outcome that the stream of messages does not show: forms and failures. */
export function shown(session, outcome, element = null) {
  if (outcome.modal) openModal(session, outcome.interaction_id, outcome.modal);
  if (outcome.status === "refused") toast(outcome.reason);
  if (outcome.status !== "failed") return;
  const words = "This interaction failed";
  // The message may have been redrawn in the meantime.
  const place = element?.isConnected ? element : document.querySelector(`[data-id="${element?.dataset.id}"]`);
  if (place) {
    const line = h("p", { class: "failed", role: "alert" }, words);
    place.querySelector(".message-main").append(line);
    line.scrollIntoView({ block: "nearest" });
  } else toast("The application did not respond");
}

function tools(session, message) {
  if (message.author.id !== session.id) return "";
  return h("div", { class: "tools" },
    h("button", { class: "icon-button", type: "button", "aria-label": "Delete this message", onclick: () => session.do("delete", { message: message.id }) }, icon(ICONS.bin)));
}

/** Return the text of a message for a screen reader. */
export function spoken(session, message) {
  const words = linesOf(session, message).join(". ");
  return `${nameOf(message.author)}: ${words.slice(0, MAX_SPOKEN_CHARS) || "a message"}`;
}

/** Return the new text of an edited message; empty if there is none. */
export function spokenChange(session, before, message) {
  const known = new Set(before ? linesOf(session, before) : []);
  const fresh = linesOf(session, message).filter((line) => !known.has(line)).join(". ");
  return fresh.slice(0, MAX_SPOKEN_CHARS);
}

/** List the lines of a message as they are read out: no markup, names for mentions, no running clocks. */
function linesOf(session, message) {
  const found = [message.content];
  const visit = (component) => {
    if (component.content) found.push(component.content);
    for (const item of component.items ?? []) if (item.description) found.push(`Picture: ${item.description}`);
    for (const inner of component.components ?? []) visit(inner);
  };
  message.components.forEach(visit);
  return found.filter(Boolean).join("\n")
    .replace(/<t:[^>]*>/g, "")
    .replace(/<@!?(\d+)>/g, (mention, id) => (session.users.has(id) ? nameOf(session.users.get(id)) : mention))
    .replace(/\\([^\w\s])|[*_~`#>|]/g, "$1")
    .split("\n").map((line) => line.replace(/^\s*-\s+|[\s·⏱\ufe0f]+$/g, "").trim()).filter(Boolean);
}

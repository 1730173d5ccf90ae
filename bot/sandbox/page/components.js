// Draw message components, old and new, and report presses.

import { avatar, h, icon, ICONS, nameOf } from "./dom.js";
import { markdown } from "./markdown.js";
import { pick, sign } from "./pick.js";

const DRAW = {
  1: row, 2: button, 3: select, 8: select, 9: section, 10: text, 11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};

/**
 * Draw components. `view` has: context for markdown, attachments of the message, channels(types) for the
 * menus of channels, and act(component, values), which returns a promise.
 */
export function draw(components, view) {
  return components.map((component) => DRAW[component.type]?.(component, view) ?? unknown(component));
}

function unknown(component) {
  return h("p", { class: "subtext" }, `Unknown component type ${component.type}`);
}

function row(component, view) {
  return h("div", { class: "row" }, draw(component.components, view));
}

function button(component, view) {
  const words = [
    component.emoji ? h("span", { class: "emoji", "aria-hidden": component.label ? "true" : null }, sign(component.emoji)) : "",
    component.label ? h("span", {}, component.label) : "",
  ];
  if (component.style === 5) {
    return h("a", { class: "button style-5", href: component.url, target: "_blank", rel: "noopener noreferrer" }, words, icon(ICONS.out));
  }
  const element = h(
    "button",
    { class: `button style-${component.style}`, type: "button", disabled: component.disabled, "data-component": component.id, "data-custom-id": component.custom_id },
    words,
  );
  element.addEventListener("click", () => busy(element, () => view.act(component, null)));
  return element;
}

async function busy(element, run) {
  if (element.getAttribute("aria-busy")) return;
  element.setAttribute("aria-busy", "true");
  try {
    await run();
  } finally {
    element.removeAttribute("aria-busy");
  }
}

function select(component, view) {
  const options = component.options ?? view.channels(component.channel_types);
  const chosen = options.filter((o) => o.default);
  const title = component.placeholder || "Make a choice";
  const label = chosen.length ? chosen.map((o) => o.label).join(", ") : title;
  const element = h(
    "button",
    {
      class: chosen.length ? "select" : "select empty", type: "button", disabled: component.disabled,
      "aria-haspopup": "listbox", "aria-label": chosen.length ? `${title}: ${label}` : title,
      "data-component": component.id, "data-custom-id": component.custom_id,
    },
    h("span", { class: "select-words" }, label),
    icon(ICONS.down),
  );
  element.addEventListener("click", async () => {
    const least = component.min_values ?? 1;
    const values = await pick({ anchor: element, title, options, least, most: component.max_values ?? 1 });
    if (values) await busy(element, () => view.act(component, values));
  });
  return element;
}

function section(component, view) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-words" }, draw(component.components, view)),
    h("div", { class: "section-accessory" }, draw([component.accessory], view)),
  );
}

function text(component, view) {
  return h("div", { class: "words" }, markdown(component.content, view.context));
}

function thumbnail(component) {
  return h("div", { class: "thumbnail" }, picture(component.media, component.description, component.spoiler));
}

function gallery(component) {
  const count = component.items.length;
  return h(
    "div",
    { class: `gallery of-${Math.min(count, 5)}` },
    component.items.map((item) => picture(item.media, item.description, item.spoiler)),
  );
}

/** Draw a picture with its description; one on another site is only linked. */
export function picture(media, description, hidden = false) {
  const words = description || "Picture without a description";
  if (!media.url.startsWith(`${location.origin}/`)) {
    return h("a", { class: "elsewhere", href: media.url, target: "_blank", rel: "noopener noreferrer" }, `${words} (on another site)`);
  }
  const image = h("img", { src: media.url, alt: description ?? "", width: media.width, height: media.height, loading: "lazy", decoding: "async" });
  const frame = h("button", { class: hidden ? "picture hidden" : "picture", type: "button", "aria-label": `Enlarge: ${words}` }, image);
  if (media.width && media.height) frame.style.setProperty("--ratio", media.width / media.height);
  frame.addEventListener("click", () => {
    if (frame.classList.contains("hidden")) return frame.classList.remove("hidden");
    enlarge(media, description);
  });
  return frame;
}

function enlarge(media, description) {
  const dialog = h(
    "dialog",
    { class: "viewer", "aria-label": description || "Picture" },
    h("button", { class: "icon-button viewer-close", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon(ICONS.close)),
    h("img", { src: media.url, alt: description ?? "" }),
    description ? h("p", {}, description) : "",
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function file(component, view) {
  const found = view.attachments.find((a) => a.url === component.file.url);
  return fileLink(component.file.url, found?.filename ?? component.name ?? "file", found?.size);
}

export function fileLink(url, name, size) {
  return h("a", { class: "file", href: url, download: name, target: "_blank", rel: "noopener noreferrer" }, icon(ICONS.file), h("span", {}, name), size === undefined ? "" : h("span", { class: "subtext" }, bytes(size)));
}

function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 / 1024).toFixed(1)} MB`;
}

function separator(component) {
  return h(component.divider ? "hr" : "div", { class: `separator spacing-${component.spacing}` });
}

function container(component, view) {
  const element = h("div", { class: component.spoiler ? "container veiled" : "container" }, draw(component.components, view));
  if (component.accent_color !== undefined && component.accent_color !== null) {
    element.style.setProperty("--accent", `#${component.accent_color.toString(16).padStart(6, "0")}`);
    element.classList.add("accented");
  }
  if (component.spoiler) element.addEventListener("click", () => element.classList.remove("veiled"), { once: true });
  return element;
}

/** List the people that an option of a command can name. */
export function peopleIn(session, channel) {
  return session.membersOf(channel).map((user) => ({
    value: user.id, label: nameOf(user), description: user.bot ? "Application" : user.username, picture: avatar(user, "small"),
  }));
}

/** List the channels of a server that an option of a command, or a menu, can name. */
export function channelsIn(session, channel, types) {
  return [...session.channels.values()]
    .filter((c) => c.guild_id && c.guild_id === channel.guild_id && (!types?.length || types.includes(c.type)))
    .map((c) => ({ value: c.id, label: `#${c.name}` }));
}

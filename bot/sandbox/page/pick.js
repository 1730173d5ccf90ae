// A list of options: a popover beside its button, or a sheet from below on a phone.

import { h, icon, ICONS, isPhone } from "./dom.js";

/**
* Show a list of options {value, label, description, emoji, default}. Resolves with the chosen
 * values, or with null if the list was closed without a choice.
 */
export function pick({ anchor, title, options, least = 1, most = 1 }) {
  return new Promise((resolve) => {
    const chosen = new Set(options.filter((o) => o.default).map((o) => o.value));
    const single = most === 1;
    const dialog = h("dialog", { class: "sheet", "aria-label": title });
    const filter = h("input", { class: "field", type: "search", placeholder: "Search", "aria-label": `Search in ${title}`, autocomplete: "off" });
    const list = h("ul", { class: "options", role: "listbox", "aria-label": title, "aria-multiselectable": single ? null : "true" });
    const done = h("button", { class: "button style-1", type: "button", onclick: () => finish([...chosen]) }, "Done");
    const hint = h("span", { class: "hint" });
    let shown = [];

    const finish = (values) => {
      dialog.close();
      dialog.remove();
      anchor.focus({ preventScroll: true });
      resolve(values);
    };
    const refresh = () => {
      for (const item of list.children) {
        item.setAttribute("aria-selected", String(chosen.has(item.dataset.value)));
      }
      done.disabled = chosen.size < least || chosen.size > most;
      hint.textContent = least === most ? `${chosen.size} of ${most}` : `${chosen.size} chosen, ${least ? `${least} to ${most}` : `up to ${most}`}`;
    };
    const toggle = (value) => {
      if (single && least === 1) return finish([value]);
      if (chosen.has(value)) chosen.delete(value);
      else {
        if (single) chosen.clear();
        if (chosen.size < most) chosen.add(value);
      }
      refresh();
    };
    const draw = () => {
      const wanted = filter.value.trim().toLowerCase();
      shown = options.filter((o) => `${o.label} ${o.description ?? ""}`.toLowerCase().includes(wanted));
      list.replaceChildren(...shown.map((o) => option(o, toggle)));
      if (!shown.length) list.append(h("li", { class: "nothing" }, "Nothing found"));
      refresh();
    };

    dialog.append(
      h("div", { class: "sheet-head" }, h("strong", {}, title), h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => finish(null) }, icon(ICONS.close))),
      options.length > 8 ? filter : "",
      list,
      single && least === 1 ? "" : h("div", { class: "sheet-foot" }, hint, done),
    );
    filter.addEventListener("input", draw);
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      finish(null);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) finish(null);
    });
    dialog.addEventListener("keydown", (event) => move(event, list));
    document.body.append(dialog);
    draw();
    dialog.showModal();
    place(dialog, anchor);
    (list.querySelector("[aria-selected=true]") ?? list.querySelector("[role=option]") ?? dialog).focus();
  });
}

/** Draw an emoji: a sign of Unicode, or a picture of the application's own. */
export function sign(emoji) {
  return emoji.id ? h("img", { src: `/emojis/${emoji.id}.png`, alt: "" }) : (emoji.name ?? "");
}

function option(o, toggle) {
  const item = h(
    "li",
    { class: "option", role: "option", tabindex: "0", "data-value": o.value },
    o.emoji ? h("span", { class: "option-emoji", "aria-hidden": "true" }, sign(o.emoji)) : "",
    o.picture ?? "",
    h("span", { class: "option-words" }, h("span", { class: "option-label" }, o.label), o.description ? h("span", { class: "option-description" }, o.description) : ""),
    h("span", { class: "option-tick" }, icon(ICONS.check)),
  );
  item.addEventListener("click", () => toggle(o.value));
  item.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      toggle(o.value);
    }
  });
  return item;
}

/** Move the focus through a list with the arrow keys. */
function move(event, list) {
  const items = [...list.querySelectorAll("[role=option]")];
  const at = items.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
  if (!(event.key in steps) || !items.length) return;
  event.preventDefault();
  items[Math.max(0, Math.min(items.length - 1, steps[event.key]))].focus();
}

function place(dialog, anchor) {
  if (isPhone()) return;
  const box = anchor.getBoundingClientRect();
  const width = Math.max(280, box.width);
  dialog.style.setProperty("width", `${width}px`);
  dialog.style.setProperty("left", `${Math.min(box.left, window.innerWidth - width - 12)}px`);
  const below = window.innerHeight - box.bottom - 16;
  const above = box.top - 16;
  if (below >= 220 || below >= above) {
    dialog.style.setProperty("top", `${box.bottom + 4}px`);
    dialog.style.setProperty("max-height", `${below}px`);
  } else {
    dialog.style.setProperty("bottom", `${window.innerHeight - box.top + 4}px`);
    dialog.style.setProperty("top", "auto");
    dialog.style.setProperty("max-height", `${above}px`);
  }
}

// Forms that the application opens.

import { h, icon, ICONS, toast } from "./dom.js";
import { contextOf, inline, markdown } from "./markdown.js";

/** Open a form; it closes when the application has accepted it. */
export function openModal(session, interaction, modal) {
  const fields = [];
  const error = h("p", { class: "form-error", role: "alert" });
  const send = h("button", { class: "button style-1", type: "submit" }, "Submit");
  const context = contextOf(session);
  const form = h("form", { class: "form", novalidate: true },
    h("div", { class: "form-body" }, modal.components.map((part) => drawPart(part, fields, context)), error),
    h("div", { class: "form-foot" }, h("button", { class: "button style-2", type: "button", onclick: () => cancel() }, "Cancel"), send));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": "modal-title" },
    h("div", { class: "sheet-head" }, h("h2", { id: "modal-title" }, modal.title), h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => cancel() }, icon(ICONS.close))),
    form);
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const cancel = () => {
    close();
    session.do("close_modal", { interaction });
  };
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.setAttribute("aria-busy", "true");
    error.textContent = "";
    try {
      const values = {};
      for (const field of fields) values[field.name] = await field.value();
      const outcome = await session.do("submit", { interaction, values });
      // A form cannot be answered with another form: the result arrives as messages.
      if (outcome.status === "answered") close();
      else error.textContent = outcome.status === "refused" ? outcome.reason : "Something went wrong. Try again.";
    } catch (problem) {
      toast(problem.message);
    } finally {
      send.removeAttribute("aria-busy");
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  form.querySelector("input, textarea, select")?.focus();
}

function drawPart(part, fields, context) {
  if (part.type === 10) return h("div", { class: "words" }, markdown(part.content, context));
  const component = part.component;
  const id = `field-${component.id}`;
  const [element, value] = (component.type === 4 ? textInput : options)(component, id);
  fields.push({ name: component.custom_id, value });
  const needed = component.required !== false;
  const words = [part.label, needed ? h("span", { class: "needed", "aria-hidden": "true" }, " *") : ""];
  const description = part.description ? h("p", { class: "subtext" }, inline(part.description, context)) : "";
  return isOpen(component)
    ? h("fieldset", { class: "form-part" }, h("legend", {}, words), description, element)
    : h("div", { class: "form-part" }, h("label", { for: id }, words), description, element);
}

function textInput(component, id) {
  const props = {
    id, class: "field", placeholder: component.placeholder, maxlength: component.max_length ?? 4000,
    value: component.value ?? "", autocomplete: "off",
  };
  const element = component.style === 2 ? h("textarea", { ...props, rows: "5" }) : h("input", { ...props, type: "text" });
  return [element, () => element.value];
}

/** Radio buttons and checkboxes; several choices of a menu are easier to tap as these, too. */
function isOpen(component) {
  return component.type === 21 || component.type === 22 || component.max_values > 1;
}

function options(component, id) {
  const choices = component.options;
  if (isOpen(component)) return ticked(choices, component.type === 21 ? "radio" : "checkbox", id);
  const element = h("select", { id, class: "field" },
    h("option", { value: "" }, component.placeholder ?? "Choose"),
    choices.map((o) => h("option", { value: o.value, selected: o.default }, o.description ? `${o.label} – ${o.description}` : o.label)));
  return [element, () => [...element.selectedOptions].map((o) => o.value).filter(Boolean)];
}

function ticked(choices, type, name) {
  const inputs = choices.map((o) => h("input", { type, name, value: o.value, checked: Boolean(o.default) }));
  return [choiceList(choices, inputs), () => inputs.filter((i) => i.checked).map((i) => i.value)];
}

function choiceList(choices, inputs) {
  return h("div", { class: "choices" }, choices.map((o, at) => h("label", { class: "choice" }, inputs[at], h("span", {}, o.label, o.description ? h("span", { class: "subtext" }, ` ${o.description}`) : ""))));
}

// Forms that the application opens.

import { packed } from "./api.js";
import { choicesFor } from "./components.js";
import { h, icon, ICONS, toast } from "./dom.js";
import { contextOf, inline, markdown } from "./markdown.js";

/** Open a form; it closes when the application has accepted it. */
export function openModal(session, interaction, modal) {
  const fields = [];
  const error = h("p", { class: "form-error", role: "alert" });
  const send = h("button", { class: "button style-1", type: "submit" }, "Submit");
  const context = contextOf(session);
  const form = h("form", { class: "form", novalidate: true },
    h("div", { class: "form-body" }, modal.components.map((part) => drawPart(session, part, fields, context)), error),
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

function drawPart(session, part, fields, context) {
  if (part.type === 10) return h("div", { class: "words" }, markdown(part.content, context));
  const component = part.type === 18 ? part.component : part.components[0];
  const label = part.type === 18 ? part.label : component.label;
  const id = `field-${component.id}`;
  const [element, value] = (FIELDS[component.type] ?? FIELDS[4])(component, id, session);
  fields.push({ name: component.custom_id, value });
  const needed = component.required !== false && component.type !== 23;
  const words = [label, needed ? h("span", { class: "needed", "aria-hidden": "true" }, " *") : ""];
  const description = part.description ? h("p", { class: "subtext" }, inline(part.description, context)) : "";
  const grouped = [21, 22].includes(component.type) || component.max_values > 1;
  return grouped
    ? h("fieldset", { class: "form-part" }, h("legend", {}, words), description, element)
    : h("div", { class: "form-part" }, h("label", { for: id }, words), description, element);
}

const FIELDS = {
  3: stringSelect, 4: textInput, 5: thingSelect, 6: thingSelect, 7: thingSelect, 8: thingSelect,
  19: fileUpload, 21: radioGroup, 22: checkboxGroup, 23: checkbox,
};

function textInput(component, id) {
  const props = {
    id, class: "field", placeholder: component.placeholder, maxlength: component.max_length ?? 4000,
    value: component.value ?? "", autocomplete: "off",
  };
  const element = component.style === 2 ? h("textarea", { ...props, rows: "5" }) : h("input", { ...props, type: "text" });
  return [element, () => element.value];
}

/** A single choice is a menu; for several choices checkboxes are easier to tap. */
function options(component, id, choices) {
  if ((component.max_values ?? 1) > 1) return ticked(component, choices);
  const element = h("select", { id, class: "field" },
    h("option", { value: "" }, component.placeholder ?? "Choose"),
    choices.map((o) => h("option", { value: o.value, selected: o.default }, o.description ? `${o.label} – ${o.description}` : o.label)));
  return [element, () => [...element.selectedOptions].map((o) => o.value).filter(Boolean)];
}

function ticked(component, choices) {
  const inputs = choices.map((o) => h("input", { type: "checkbox", value: o.value, checked: Boolean(o.default) }));
  return [choiceList(choices, inputs), () => inputs.filter((i) => i.checked).map((i) => i.value)];
}

function stringSelect(component, id) {
  return options(component, id, component.options);
}

function thingSelect(component, id, session) {
  const channel = session.channels.get(session.current);
  const preset = new Set((component.default_values ?? []).map((d) => d.id));
  const choices = choicesFor(session, channel, component).map((o) => ({ ...o, default: preset.has(o.value) }));
  return options(component, id, choices);
}

function radioGroup(component) {
  const inputs = component.options.map((o) => h("input", { type: "radio", name: component.custom_id, value: o.value, checked: Boolean(o.default) }));
  return [choiceList(component.options, inputs), () => inputs.find((i) => i.checked)?.value ?? null];
}

function checkboxGroup(component) {
  return ticked(component, component.options);
}

function choiceList(choices, inputs) {
  return h("div", { class: "choices" }, choices.map((o, at) => h("label", { class: "choice" }, inputs[at], h("span", {}, o.label, o.description ? h("span", { class: "subtext" }, ` ${o.description}`) : ""))));
}

function checkbox(component, id) {
  const input = h("input", { id, type: "checkbox", checked: Boolean(component.default) });
  return [input, () => input.checked];
}

function fileUpload(component, id) {
  const input = h("input", { id, class: "field", type: "file", multiple: (component.max_values ?? 1) > 1 });
  return [input, () => Promise.all([...input.files].map(packed))];
}

// The composer: plain messages, slash commands with options and suggestions.

import { channelsIn, peopleIn } from "./components.js";
import { announce, h, icon, ICONS, nameOf, toast } from "./dom.js";
import { shown } from "./message.js";
import { isComplete, readTyped } from "./typed.js";

const SUBCOMMAND = 1;
const GROUP = 2;
const AUTOCOMPLETE_DELAY_MS = 150;

/** List all slash commands, one entry for each subcommand. */
function flatten(commands) {
  const found = [];
  const visit = (node, words, description) => {
    const inner = (node.options ?? []).filter((o) => o.type === SUBCOMMAND || o.type === GROUP);
    if (inner.length) for (const next of inner) visit(next, `${words} ${next.name}`, next.description);
    else found.push({ words, description, options: node.options ?? [] });
  };
  for (const command of commands) if ((command.type ?? 1) === 1) visit(command, command.name, command.description);
  return found.sort((a, b) => a.words.localeCompare(b.words));
}

export class Composer {
  constructor(root, host) {
    this.root = root;
    this.host = host;
    this.commands = [];
    this.list = h("ul", { class: "suggestions", role: "listbox", id: "suggestions", "aria-label": "Suggestions", hidden: true });
    this.root.append(this.list);
    this.plain();
  }

  get session() {
    return this.host.session;
  }

  /** Show the box for plain messages. */
  plain(text = "") {
    this.form?.remove();
    this.chosen = null;
    this.input = h("textarea", {
      id: "composer-text", class: "composer-text", rows: "1", "aria-label": "Message", autocomplete: "off",
      role: "combobox", "aria-expanded": "false", "aria-controls": "suggestions", "aria-autocomplete": "list",
      placeholder: this.placeholder ?? "Message", value: text, enterkeyhint: "send",
    });
    this.form = h("form", { class: "composer-form" },
      h("div", { class: "composer-middle" }, this.input),
      h("button", { class: "icon-button slash", type: "button", "aria-label": "Commands", onclick: () => this.openCommands() }, "/"),
      h("button", { class: "icon-button send", type: "submit", "aria-label": "Send" }, icon(ICONS.send)));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.root.append(this.form);
    this.close();
  }

  setPlace(placeholder, allowed) {
    this.placeholder = placeholder;
    this.plain();
    this.input.placeholder = placeholder;
    this.input.disabled = !allowed;
  }

  setCommands(commands) {
    this.commands = flatten(commands);
  }

  openCommands() {
    this.input.value = "/";
    this.input.focus();
    this.typed();
  }

  typed() {
    this.input.style.setProperty("height", "auto");
    this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight, 160)}px`);
    const text = this.input.value;
    if (!text.startsWith("/")) {
      this.close();
      if (text) this.host.typing();
      return;
    }
    const wanted = text.slice(1).toLowerCase();
    const found = this.commands.filter((c) => c.words.startsWith(wanted));
    const more = this.commands.filter((c) => !found.includes(c) && c.words.includes(wanted.trim()));
    const typed = readTyped(this.commands, text.slice(1));
    if (typed?.given.size) {
      const choose = () => this.choose(typed.command, typed.given);
      return this.suggest([{ label: text, description: typed.command.description, choose }]);
    }
    if (typed && !found.length) found.push(typed.command);
    this.suggest([...found, ...more].map((c) => ({
      label: `/${c.words}`, description: c.description, choose: () => this.choose(c),
    })), wanted ? "No command matches" : "No commands here");
  }

  key(event) {
    if (this.steer(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  /** Handle arrow keys, Enter, Tab and Escape in the open list; return true if one was handled. */
  steer(event) {
    const items = [...this.list.querySelectorAll("[role=option]")];
    if (this.list.hidden || !items.length) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.point((this.pointed + step + items.length) % items.length);
    } else if (event.key === "Enter" || event.key === "Tab") this.suggestions[this.pointed].choose();
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  suggest(suggestions, otherwise = "Nothing found") {
    this.suggestions = suggestions;
    this.list.replaceChildren(...suggestions.map((s, at) => h("li", {
      class: "suggestion", role: "option", id: `suggestion-${at}`, onpointerdown: (event) => event.preventDefault(), onclick: s.choose,
    }, h("span", { class: "suggestion-label" }, s.label), s.description ? h("span", { class: "suggestion-description" }, s.description) : "")));
    if (!suggestions.length) this.list.append(h("li", { class: "nothing" }, otherwise));
    this.list.hidden = false;
    this.field()?.setAttribute("aria-expanded", "true");
    if (suggestions.length) this.point(0);
  }

  point(at) {
    this.pointed = at;
    [...this.list.querySelectorAll("[role=option]")].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === at));
      if (index === at) item.scrollIntoView({ block: "nearest" });
    });
    this.field()?.setAttribute("aria-activedescendant", `suggestion-${at}`);
  }

  field() {
    return this.asking ?? this.input;
  }

  close() {
    this.list.hidden = true;
    this.list.replaceChildren();
    this.field()?.setAttribute("aria-expanded", "false");
    this.field()?.removeAttribute("aria-activedescendant");
    this.asking = null;
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const typed = readTyped(this.commands, text.slice(1));
      if (typed) return this.choose(typed.command, typed.given);
    }
    this.input.value = "";
    this.typed();
    try {
      await this.session.do("say", { channel: this.host.channel.id, text: this.withMentions(text) });
    } catch (error) {
      toast(error.message);
      this.input.value = text;
    }
  }

  withMentions(text) {
    const people = this.session.membersOf(this.host.channel).map((u) => [nameOf(u), u.id]);
    people.sort((a, b) => b[0].length - a[0].length);
    for (const [name, id] of people) text = text.replaceAll(`@${name}`, `<@${id}>`);
    return text;
  }

  /** Show a chosen command with fields for its options; run it if what was typed is all that it needs. */
  choose(command, given = new Map()) {
    this.close();
    this.form.remove();
    this.chosen = command;
    this.fields = new Map();
    this.options = h("div", { class: "command-options" });
    this.extra = h("div", { class: "command-extra" });
    this.form = h("form", { class: "composer-form command", "aria-label": `Command /${command.words}` },
      h("div", { class: "composer-middle" },
        h("div", { class: "command-line" }, h("strong", { class: "command-name" }, `/${command.words}`), h("span", { class: "subtext" }, command.description)),
        this.options, this.extra),
      h("button", { class: "icon-button", type: "button", "aria-label": "Cancel this command", onclick: () => this.leave() }, icon(ICONS.close)),
      h("button", { class: "icon-button send", type: "submit", "aria-label": `Run /${command.words}` }, icon(ICONS.send)));
    let understood = true;
    for (const option of command.options) {
      if (!option.required && !given.has(option.name)) continue;
      const element = this.addField(option);
      if (given.has(option.name)) understood = fill(element, given.get(option.name)) && understood;
    }
    this.drawExtra();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave();
      else if (event.key === "Enter" && event.target.tagName === "INPUT" && !event.isComposing) {
        event.preventDefault();
        this.run();
      }
    });
    this.root.append(this.form);
    if (!command.options.length || (given.size && understood && isComplete({ command, given }))) return this.run();
    (this.options.querySelector("input, select") ?? this.extra.querySelector("button") ?? this.form.querySelector(".send")).focus();
    announce(`Command ${command.words}. ${command.description}`);
  }

  leave() {
    this.plain();
    this.input.focus();
  }

  /** Return to plain messages; take the focus only if nothing else has it. */
  ran() {
    const free = document.activeElement === document.body || this.form.contains(document.activeElement);
    this.plain();
    if (free) this.input.focus();
  }

  drawExtra() {
    const left = this.chosen.options.filter((o) => !this.fields.has(o.name));
    this.extra.replaceChildren(...left.map((o) => h("button", { class: "chip", type: "button", title: o.description, onclick: () => {
      this.addField(o).focus();
      this.drawExtra();
    } }, `+ ${o.name}`)));
  }

  addField(option) {
    const [element, value] = this.control(option);
    element.id = `option-${option.name}`;
    element.classList.add("field");
    this.fields.set(option.name, value);
    this.options.append(h("label", { class: "command-option", for: element.id },
      h("span", { class: "option-name" }, option.name, option.required ? h("span", { class: "needed", "aria-hidden": "true" }, " *") : ""),
      element, h("span", { class: "subtext" }, option.description)));
    return element;
  }

  control(option) {
    if (option.choices?.length) return dropdown(option.choices.map((c) => ({ value: c.value, label: c.name })));
    if (option.type === 5) return dropdown([{ value: true, label: "True" }, { value: false, label: "False" }]);
    if (option.type === 6) return dropdown(peopleIn(this.session, this.host.channel));
    if (option.type === 7) return dropdown(channelsIn(this.session, this.host.channel, option.channel_types));
    const number = option.type === 4;
    const input = h("input", { type: "text", inputmode: number ? "decimal" : null, autocomplete: "off", maxlength: option.max_length });
    let meant = null;
    if (option.autocomplete) this.suggestFor(option, input, (value) => (meant = value));
    return [input, () => {
      if (!input.value) return null;
      if (meant && meant.name === input.value) return meant.value;
      return number ? Number(input.value) : input.value;
    }];
  }

  suggestFor(option, input, mean) {
    let timer = null;
    let asked = 0;
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": "suggestions", "aria-expanded": "false" })) input.setAttribute(name, value);
    const ask = async () => {
      const mine = (asked += 1);
      const others = await this.values(option.name);
      const outcome = await this.session.do("autocomplete", { channel: this.host.channel.id, words: this.chosen.words, option: option.name, text: input.value, options: others });
      if (mine !== asked || document.activeElement !== input) return;
      this.asking = input;
      this.suggest(outcome.choices.map((c) => ({ label: c.name, choose: () => {
        input.value = c.name;
        mean(c);
        this.close();
      } })), outcome.status === "failed" ? "Suggestions failed to load" : "Nothing found");
    };
    const later = () => {
      mean(null);
      clearTimeout(timer);
      timer = setTimeout(() => ask().catch((error) => toast(error.message)), AUTOCOMPLETE_DELAY_MS);
    };
    input.addEventListener("input", later);
    input.addEventListener("focus", later);
    input.addEventListener("blur", () => {
      clearTimeout(timer);
      asked += 1;
      this.close();
    });
    input.addEventListener("keydown", (event) => this.steer(event));
  }

  async values(except = null) {
    const given = {};
    for (const [name, value] of this.fields) {
      if (name === except) continue;
      const found = await value();
      if (found !== null && found !== "") given[name] = found;
    }
    return given;
  }

  async run() {
    const command = this.chosen;
    const send = this.form.querySelector(".send");
    if (send.getAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    try {
      const options = await this.values();
      const outcome = await this.session.do("command", { channel: this.host.channel.id, words: command.words, options });
      if (outcome.status !== "refused") this.ran();
      shown(this.session, outcome);
    } catch (error) {
      toast(error.message);
    } finally {
      send.removeAttribute("aria-busy");
    }
  }
}

/** Put typed words into a field, a dropdown's by their label; return false if they are no choice of it. */
function fill(element, text) {
  if (element.tagName === "INPUT") {
    element.value = text;
    return true;
  }
  const wanted = text.replace(/^[@#]/, "").toLowerCase();
  const found = [...element.options].find((o) => o.value && o.label.replace(/^[@#]/, "").toLowerCase() === wanted);
  if (found) element.value = found.value;
  return Boolean(found);
}

function dropdown(choices) {
  const element = h("select", {}, h("option", { value: "" }, "Choose"), choices.map((c, at) => h("option", { value: String(at) }, c.label)));
  return [element, () => (element.value === "" ? null : choices[Number(element.value)].value)];
}

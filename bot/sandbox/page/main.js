// The page: people, the open channel, its messages, and live changes.

import { get, post } from "./api.js";
import { Composer } from "./composer.js";
import { announce, h, nameOf, toast } from "./dom.js";
import { drawMessage, follows, spoken, spokenChange } from "./message.js";
import { Session } from "./session.js";
import { drawMembers, drawSidebar } from "./sidebar.js";

const MAX_PEOPLE = 8;
const NEAR_PX = 80;
const CLICK_MS = 100;
const LONGEST_PRESS_MS = 2000;
const SEND_VIEW = (1n << 10n) | (1n << 11n);
const at = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.people = [];
    this.sessions = new Map();
    this.elements = new Map();
    this.firstUnread = null;
    this.stuck = true;
    this.composer = new Composer(at("composer"), this);
    this.scroller = at("scroller");
    this.list = at("messages");
    this.setTheme(this.theme());
    this.wire();
  }

  async start() {
    this.people = await get("/people");
    const wanted = new URLSearchParams(location.search).get("as");
    const person = wanted ? await post("/people", { name: wanted }) : this.people[0] ?? (await post("/people", { name: "You" }));
    if (!this.people.some((p) => p.id === person.id)) this.people.push(person);
    await this.become(person);
    // Show marks for the other people, unless this tab was opened for one person.
    if (!wanted) for (const other of this.people.slice(0, MAX_PEOPLE)) await this.sessionOf(other);
    this.drawSide();
  }

  // People

  async sessionOf(person) {
    let session = this.sessions.get(person.id);
    if (!session) {
      session = new Session(person);
      this.sessions.set(person.id, session);
      session.addEventListener("change", (event) => this.changed(session, event.detail));
      await session.open();
    }
    return session;
  }

  mentionsOf(person) {
    return this.sessions.get(person.id)?.mentions() ?? 0;
  }

  async become(person) {
    this.session = await this.sessionOf(person);
    const url = new URL(location.href);
    if (url.searchParams.has("as")) {
      url.searchParams.set("as", person.name);
      history.replaceState(null, "", url);
    }
    const same = this.channel && this.session.channels.get(this.channel.id);
    const first = [...this.session.guilds.values()].flatMap((g) => this.session.channelsOf(g))[0] ?? this.session.dms()[0];
    announce(`Signed in as ${person.name}`);
    await this.open((this.session.isDm(this.channel ?? { type: 0 }) ? this.session.dms()[0] : same)?.id ?? first?.id);
  }

  async addPerson(name) {
    const person = await post("/people", { name });
    if (!this.people.some((p) => p.id === person.id)) this.people.push(person);
    await this.become(person);
  }

  // Channels

  async open(id) {
    this.showSidebar(false);
    const session = this.session;
    if (id && !session.channels.has(id)) await this.soon(() => session.channels.has(id));
    this.channel = session.channels.get(id) ?? null;
    session.current = id;
    this.list.replaceChildren();
    this.elements.clear();
    if (!this.channel) {
      at("title").textContent = "Nothing here yet";
      this.composer.setPlace("No channel", false);
      return this.drawSide();
    }
    this.drawHead();
    const turn = (this.turn = {});
    this.list.setAttribute("aria-busy", "true");
    try {
      await this.fill(session, id);
    } catch (error) {
      if (session.channels.has(id)) toast(error.message); // else it is gone, and the page leaves it
    } finally {
      if (turn === this.turn) this.list.removeAttribute("aria-busy");
    }
  }

  async fill(session, id) {
    const last = session.read.get(id);
    const unread = session.unread.get(id)?.messages ?? 0;
    const messages = await session.load(id);
    if (session !== this.session || session.current !== id) return;
    this.firstUnread = unread ? messages.find((m) => m.author.id !== session.id && (!last || BigInt(m.id) > BigInt(last)))?.id ?? null : null;
    this.drawAll();
    this.toEnd();
    const allowed = !this.channel.permissions || (BigInt(this.channel.permissions) & SEND_VIEW) === SEND_VIEW;
    const mark = session.isDm(this.channel) ? "@" : "#";
    this.composer.setPlace(allowed ? `Message ${mark}${session.title(this.channel)}` : "You cannot write here", allowed);
    await this.loadCommands();
    this.read();
    this.drawSide();
  }

  async soon(test) {
    for (let tries = 0; tries < 50 && !test(); tries += 1) await new Promise((done) => setTimeout(done, 20));
  }

  async loadCommands() {
    const { session, channel } = this;
    if (!channel) return;
    const commands = await get(`/people/${session.id}/commands?channel=${channel.id}`);
    if (session === this.session && channel.id === this.channel?.id) this.composer.setCommands(commands);
  }

  drawHead() {
    const { session, channel } = this;
    at("title").textContent = `${session.isDm(channel) ? "@" : "#"}${session.isDm(channel) ? " " : ""}${session.title(channel)}`;
    const guild = session.guildOf(channel);
    at("topic").textContent = channel.topic ?? "";
    at("scroller").setAttribute("aria-label", `Messages in ${session.title(channel)}`);
    document.title = `${session.title(channel)} · ${guild?.name ?? nameOf(session.bot)} · ${session.name}`;
    if (!at("members").hidden) drawMembers(at("members"), session, channel);
  }

  drawSide() {
    drawSidebar(at("sidebar"), this);
    const waiting = [...this.session.unread].reduce((sum, [id, count]) => sum + (id === this.channel?.id ? 0 : count.mentions), 0);
    at("menu-badge").hidden = !waiting;
    at("menu-badge").textContent = String(waiting);
    at("menu").setAttribute("aria-label", waiting ? `Open the channel list, ${waiting} mentions` : "Open the channel list");
    at("offline").hidden = this.session.online;
  }

  // Messages

  get messages() {
    return this.session.messages.get(this.channel?.id) ?? [];
  }

  drawAll() {
    this.elements.clear();
    this.list.replaceChildren();
    if (this.session.isComplete(this.channel.id)) this.list.append(this.beginning());
    else this.list.append(h("li", { class: "more" }, h("button", { class: "button style-2", type: "button", onclick: () => this.loadEarlier() }, "Load earlier messages")));
    this.messages.forEach((message, index) => this.append(message, this.messages[index - 1]));
  }

  beginning() {
    const title = this.session.title(this.channel);
    const words = this.session.isDm(this.channel) ? `This is the beginning of your direct messages with ${title}.` : `This is the beginning of #${title}.`;
    return h("li", { class: "beginning" }, h("p", { class: "h1" }, title), h("p", {}, words));
  }

  async loadEarlier() {
    const height = this.scroller.scrollHeight;
    await this.session.load(this.channel.id, { earlier: true });
    this.drawAll();
    this.scroller.scrollTop += this.scroller.scrollHeight - height;
  }

  append(message, before) {
    const fresh = message.id === this.firstUnread;
    if (fresh) this.list.append(h("li", { class: "fresh", role: "separator" }, h("span", {}, "New")));
    const element = drawMessage(this.session, this.channel, message, !fresh && follows(before, message));
    this.elements.set(message.id, element);
    this.list.append(element);
  }

  /** Redraw a message and restore the focus. */
  redraw(message, joined = undefined) {
    const old = this.elements.get(message.id);
    if (!old) return;
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? [...old.querySelectorAll("button, a")].indexOf(focused) : -1;
    const element = drawMessage(this.session, this.channel, message, joined ?? old.classList.contains("joined"));
    this.elements.set(message.id, element);
    this.hold(old, () => old.replaceWith(element), () => element);
    if (!focused) return;
    const { customId, component } = focused.dataset;
    const wanted = customId && element.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
    const same = component && element.querySelector(`[data-component="${component}"]:not([disabled])`);
    (wanted || same || [...element.querySelectorAll("button, a")][place] || this.scroller).focus({ preventScroll: true });
  }

  /** Keep buttons in place under the pointer when a message at or above the lower edge changes. */
  hold(element, change, now = () => null) {
    const next = element.nextElementSibling;
    const below = () => next?.getBoundingClientRect().top ?? now()?.getBoundingClientRect().bottom;
    const { bottom } = element.getBoundingClientRect();
    const before = next?.getBoundingClientRect().top ?? bottom;
    change();
    const edge = this.scroller.getBoundingClientRect().bottom;
    if (!this.stuck && bottom <= edge + 4) this.scroller.scrollTop += (below() ?? before) - before;
  }

  atEnd() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR_PX;
  }

  toEnd() {
    this.stuck = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    at("jump").hidden = true;
  }

  read() {
    if (this.channel && document.visibilityState === "visible" && this.atEnd()) {
      this.session.markRead(this.channel.id).catch((error) => toast(error.message));
    }
  }

  // Events

  changed(session, { kind, channel, message, ...more }) {
    if (session !== this.session) return kind === "message" || kind === "unread" ? this.drawSide() : undefined;
    const here = channel !== undefined && channel === this.channel?.id;
    const end = this.stuck;
    if (kind === "message") this.arrived(message, here, end, more);
    else if (kind === "edit" && here) this.edited(message, more.before);
    else if (kind === "delete" && here) this.removed(more.id);
    else if (kind === "typing" && here) this.typingStarted(more.user);
    else if (kind === "commands") this.loadCommands();
    else if (kind === "channels") this.channelsChanged();
    else if (kind === "unread" || kind === "connection") this.drawSide();
    if (here && end && kind !== "typing") this.toEnd();
  }

  arrived(message, here, end, { old, mention }) {
    if (here) {
      at("typing").textContent = "";
      if (old) this.drawAll();
      else this.append(message, this.messages.at(-2));
      if (!old && message.author.id !== this.session.id) announce(spoken(this.session, message));
      // Scroll to what the person asked for, even if they were reading further up.
      const asked = message.interaction_metadata?.user.id === this.session.id || message.author.id === this.session.id;
      if (end || (asked && !old)) requestAnimationFrame(() => {
        this.toEnd();
        this.read();
      });
      else if (!old) at("jump").hidden = false;
    } else if (mention && !old) announce(`Mention in ${this.session.title(this.session.channels.get(message.channel_id))}`);
    this.drawSide();
  }

  edited(message, before) {
    this.redraw(message);
    const words = spokenChange(this.session, before, message);
    if (words) announce(words);
  }

  removed(id) {
    const element = this.elements.get(id);
    if (!element) return;
    const focused = element.contains(document.activeElement);
    const mark = element.previousElementSibling;
    this.elements.delete(id);
    this.hold(element, () => element.remove());
    const next = this.messages.findIndex((m) => BigInt(m.id) > BigInt(id));
    if (mark?.classList.contains("fresh")) {
      this.firstUnread = this.messages[next]?.id ?? null;
      if (!this.firstUnread) mark.remove();
    } else if (next >= 0) {
      // The message below may need its own header now.
      const joined = follows(this.messages[next - 1], this.messages[next]);
      if (joined !== this.elements.get(this.messages[next].id)?.classList.contains("joined")) this.redraw(this.messages[next], joined);
    }
    if (focused) this.scroller.focus({ preventScroll: true });
  }

  channelsChanged() {
    const now = this.session.channels.get(this.channel?.id);
    if (this.channel && !now) return this.open(this.session.channelsOf([...this.session.guilds.values()][0] ?? {})[0]?.id);
    if (now) {
      this.channel = now;
      this.drawHead();
    }
    this.drawSide();
    if (!this.channel) this.become({ id: this.session.id, name: this.session.name });
  }

  typingStarted(user) {
    const name = nameOf(this.session.users.get(user) ?? this.session.bot);
    at("typing").textContent = `${name} is typing…`;
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => (at("typing").textContent = ""), 8000);
  }

  typing() {
    const now = Date.now();
    if (now - (this.typed ?? 0) < 5000) return;
    this.typed = now;
    this.session.do("typing", { channel: this.channel.id }).catch(() => {}); // nobody misses it
  }

  // Layout

  showSidebar(open) {
    at("app").classList.toggle("sidebar-open", open);
    at("shade").hidden = !open;
    at("menu").setAttribute("aria-expanded", String(open));
    if (open) at("sidebar").querySelector("[aria-current], button")?.focus();
  }

  theme() {
    return localStorage.getItem("sandbox-theme") ?? "system";
  }

  setTheme(theme) {
    localStorage.setItem("sandbox-theme", theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  toggleMembers() {
    const members = at("members");
    members.hidden = !members.hidden;
    at("members-toggle").setAttribute("aria-pressed", String(!members.hidden));
    if (!members.hidden) drawMembers(members, this.session, this.channel);
  }

  wire() {
    at("menu").addEventListener("click", () => this.showSidebar(true));
    at("shade").addEventListener("click", () => this.showSidebar(false));
    at("jump").addEventListener("click", () => {
      this.toEnd();
      this.read();
    });
    at("members-toggle").addEventListener("click", () => this.toggleMembers());
    this.scroller.addEventListener("scroll", () => {
      this.stuck = this.atEnd();
      if (!this.stuck) return;
      at("jump").hidden = true;
      this.read();
    });
    // A click counts only if what was touched is still there when the finger goes up.
    this.list.addEventListener("pointerdown", () => {
      this.session.hold();
      this.releaseAfter(LONGEST_PRESS_MS);
    });
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => this.releaseAfter(CLICK_MS));
    // At once, since the next press may begin before CLICK_MS are over, and the one after that as well.
    window.addEventListener("click", () => this.releaseAfter(0), { capture: true });
    document.addEventListener("visibilitychange", () => this.session && this.read());
    document.addEventListener("keydown", (event) => this.key(event));
    // Keep the last line visible when pictures load late or the composer grows.
    const watcher = new ResizeObserver(() => this.stuck && this.toEnd());
    watcher.observe(this.scroller);
    watcher.observe(this.list);
  }

  releaseAfter(delay) {
    clearTimeout(this.releaseTimer);
    this.releaseTimer = setTimeout(() => {
      for (const session of this.sessions.values()) session.release();
    }, delay);
  }

  key(event) {
    if (event.key === "Escape" && at("app").classList.contains("sidebar-open")) {
      this.showSidebar(false);
      at("menu").focus();
    }
    if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const entries = [...at("sidebar").querySelectorAll("[data-channel]")].map((e) => e.dataset.channel);
      const next = entries.indexOf(this.channel?.id) + (event.key === "ArrowDown" ? 1 : -1);
      if (entries[next]) this.open(entries[next]);
    }
    const plain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const free = document.activeElement === document.body || document.activeElement === this.scroller;
    if (plain && free && event.key !== " ") this.composer.input.focus();
  }
}

new Page().start().catch((error) => toast(`The page could not start: ${error.message}`));

// What one person sees: servers, channels, messages, unread marks; kept live over a websocket.

import { get, post, stream } from "./api.js";

const DM_CHANNEL = 1;
const THREAD_TYPES = [11, 12];

export class Session extends EventTarget {
  constructor(person) {
    super();
    this.id = person.id;
    this.name = person.name;
    this.channels = new Map();
    this.guilds = new Map();
    this.messages = new Map();
    this.read = new Map();
    this.unread = new Map();
    this.users = new Map();
    this.online = false;
    this.delay = 500;
    this.held = null;
  }

  async open() {
    const screen = await get(`/people/${this.id}/screen`);
    this.me = screen.me;
    this.bot = screen.bot;
    this.dmsOpen = screen.dms_open;
    this.remember(screen.bot);
    this.learn(screen.guilds);
    this.channels = new Map(screen.channels.map((c) => [c.id, c]));
    this.read = new Map(Object.entries(screen.read));
    this.unread = new Map(Object.entries(screen.unread));
    this.seq = screen.seq;
    this.instance ??= (await get("")).instance;
    this.listen();
  }

  learn(guilds) {
    this.guilds = new Map(guilds.map((g) => [g.id, g]));
    for (const guild of guilds) for (const member of guild.members) this.remember(member.user);
  }

  remember(user) {
    this.users.set(user.id, user);
  }

  listen() {
    const socket = stream(this.id, this.seq);
    socket.onopen = () => this.connected(true);
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      this.connected(false);
      setTimeout(() => this.reconnect(), this.delay);
      this.delay = Math.min(this.delay * 2, 8000);
    };
  }

  async reconnect() {
    try {
      // After a restart the sandbox has a new world: reload the page.
      if ((await get("")).instance !== this.instance) return location.reload();
    } catch {
      setTimeout(() => this.reconnect(), this.delay);
      return;
    }
    this.listen();
  }

  connected(yes) {
    this.online = yes;
    if (yes) this.delay = 500;
    this.tell("connection");
  }

  tell(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { kind, ...detail } }));
  }

  take(entry) {
    this.seq = entry.seq;
    if (this.held) this.held.push(entry);
    else this.handle(entry);
  }

  /** Keep what arrives until it is released. */
  hold() {
    this.held ??= [];
  }

  release() {
    const held = this.held ?? [];
    this.held = null;
    for (const entry of held) this.handle(entry);
  }

  handle(entry) {
    const handler = this[`on_${entry.type}`];
    if (handler) handler.call(this, entry);
  }

  on_message({ message, mention, old }) {
    this.remember(message.author);
    const list = this.messages.get(message.channel_id);
    if (list && !list.some((m) => m.id === message.id)) {
      list.push(message);
      if (old) list.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    }
    const channel = this.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    if (!old && message.author.id !== this.id) {
      const count = this.unread.get(message.channel_id) ?? { messages: 0, mentions: 0 };
      this.unread.set(message.channel_id, {
        messages: count.messages + 1,
        mentions: count.mentions + (mention ? 1 : 0),
      });
    }
    this.tell("message", { channel: message.channel_id, message, mention, old });
  }

  on_edit({ message }) {
    const list = this.messages.get(message.channel_id);
    const at = list?.findIndex((m) => m.id === message.id) ?? -1;
    const before = list?.[at];
    if (at >= 0) list[at] = message;
    this.tell("edit", { channel: message.channel_id, message, before });
  }

  on_delete({ channel_id, message_id }) {
    const list = this.messages.get(channel_id);
    if (list) this.messages.set(channel_id, list.filter((m) => m.id !== message_id));
    this.tell("delete", { channel: channel_id, id: message_id });
  }

  on_channel({ channel }) {
    this.channels.set(channel.id, channel);
    this.tell("channels");
  }

  on_channel_gone({ channel_id }) {
    this.channels.delete(channel_id);
    this.messages.delete(channel_id);
    this.unread.delete(channel_id);
    this.tell("channels");
  }

  async on_guild() {
    const screen = await get(`/people/${this.id}/screen`);
    this.learn(screen.guilds);
    this.tell("channels");
  }

  on_commands() {
    this.tell("commands");
  }

  on_typing({ channel_id, user_id }) {
    if (user_id !== this.id) this.tell("typing", { channel: channel_id, user: user_id });
  }

  on_failed({ message_id, channel_id }) {
    this.tell("failed", { channel: channel_id, message: message_id });
  }

  /** Load a channel's latest messages, or those before the first one loaded. */
  async load(channel, { earlier = false } = {}) {
    const have = this.messages.get(channel);
    if (have && !earlier) return have;
    const before = earlier && have?.length ? `&before=${have[0].id}` : "";
    const found = await get(`/people/${this.id}/messages?channel=${channel}&limit=100${before}`);
    for (const message of found) this.remember(message.author);
    const list = [...found, ...(this.messages.get(channel) ?? []).filter((m) => !found.some((f) => f.id === m.id))];
    this.messages.set(channel, list);
    this.complete ??= new Set();
    if (found.length < 100) this.complete.add(channel);
    return list;
  }

  isComplete(channel) {
    return this.complete?.has(channel) ?? false;
  }

  do(verb, body = {}) {
    return post(`/people/${this.id}/${verb}`, body);
  }

  async markRead(channel) {
    const last = this.messages.get(channel)?.at(-1)?.id;
    if (!last || this.read.get(channel) === last) return;
    this.read.set(channel, last);
    this.unread.delete(channel);
    this.tell("unread");
    await this.do("read", { channel, message: last });
  }

  mentions() {
    return [...this.unread.values()].reduce((sum, count) => sum + count.mentions, 0);
  }

  title(channel) {
    return channel.type === DM_CHANNEL ? (this.bot.global_name || this.bot.username) : channel.name;
  }

  isDm(channel) {
    return channel.type === DM_CHANNEL;
  }

  isThread(channel) {
    return THREAD_TYPES.includes(channel.type);
  }

  /** List a server's channels in order, threads below their parents. */
  channelsOf(guild) {
    const all = [...this.channels.values()].filter((c) => c.guild_id === guild.id);
    const tops = all.filter((c) => !this.isThread(c)).sort((a, b) => a.position - b.position);
    return tops.flatMap((top) => [top, ...all.filter((c) => this.isThread(c) && c.parent_id === top.id && !c.thread_metadata.archived)]);
  }

  dms() {
    return [...this.channels.values()].filter((c) => this.isDm(c));
  }

  guildOf(channel) {
    return this.guilds.get(channel?.guild_id);
  }

  membersOf(channel) {
    const guild = this.guildOf(channel);
    return guild ? guild.members.map((m) => m.user) : [this.me, this.bot];
  }
}

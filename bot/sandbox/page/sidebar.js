// The list of servers, channels and direct messages, and the current person.

import { avatar, h, icon, ICONS, nameOf } from "./dom.js";

/** Redraw the sidebar. `host` has session, channel, people, open, become, addPerson, setTheme. */
export function drawSidebar(root, host) {
  const { session } = host;
  const lists = [...session.guilds.values()].map((guild) => group(host, guild.name, session.channelsOf(guild), !guild.available));
  root.replaceChildren(
    h("div", { class: "sidebar-scroll" }, lists, directMessages(host)),
    account(host),
  );
}

function group(host, name, channels, away = false) {
  const id = `group-${name.replace(/\W+/g, "-")}`;
  return h("section", { class: "group", "aria-labelledby": id },
    h("h2", { class: "group-name", id }, name, away ? h("span", { class: "subtext" }, " unavailable") : ""),
    h("ul", {}, channels.map((channel) => h("li", {}, entry(host, channel)))));
}

function directMessages(host) {
  const dms = host.session.dms();
  const section = group(host, "Direct messages", dms);
  if (!dms.length) {
    section.append(h("button", { class: "channel quiet", type: "button", onclick: async () => host.open((await host.session.do("open_dm")).id) }, h("span", { class: "channel-mark" }, "@"), `Message ${nameOf(host.session.bot)}`));
  }
  return section;
}

function entry(host, channel) {
  const { session } = host;
  const count = session.unread.get(channel.id);
  const here = channel.id === host.channel?.id;
  const title = session.title(channel);
  const classes = ["channel"];
  if (count?.messages && !here) classes.push("unread");
  if (session.isThread(channel)) classes.push("thread");
  const spoken = [title, session.isDm(channel) ? "direct messages" : "channel"];
  if (count?.messages && !here) spoken.push(`${count.messages} unread`);
  if (count?.mentions && !here) spoken.push(`${count.mentions} mentions`);
  return h("button", { class: classes.join(" "), type: "button", "aria-current": here ? "page" : null, "aria-label": spoken.join(", "), "data-channel": channel.id, onclick: () => host.open(channel.id) },
    session.isDm(channel) ? avatar(session.bot, "tiny") : h("span", { class: "channel-mark", "aria-hidden": "true" }, session.isThread(channel) ? "└" : "#"),
    h("span", { class: "channel-name" }, title),
    count?.mentions && !here ? h("span", { class: "badge", "aria-hidden": "true" }, String(count.mentions)) : "");
}

function account(host) {
  const { session } = host;
  const waiting = host.people.reduce((sum, p) => sum + (p.id === session.id ? 0 : host.mentionsOf(p)), 0);
  const button = h("button", { class: "account", type: "button", "aria-haspopup": "dialog", "aria-label": `Signed in as ${session.name}. Change person or settings` },
    avatar(session.me), h("span", { class: "account-words" }, h("strong", {}, session.name), h("span", { class: "subtext" }, session.online ? "People and settings" : "Not connected")),
    waiting ? h("span", { class: "badge", "aria-hidden": "true" }, String(waiting)) : "", icon(ICONS.down));
  button.addEventListener("click", () => settings(host, button));
  return h("div", { class: "account-bar" }, button);
}

function settings(host, anchor) {
  const { session } = host;
  const dialog = h("dialog", { class: "modal settings", "aria-labelledby": "settings-title" });
  const close = () => {
    dialog.close();
    dialog.remove();
    anchor.focus();
  };
  const people = host.people.map((person) => {
    const mentions = host.mentionsOf(person);
    return h("li", { class: "person" },
      h("button", { class: "person-button", type: "button", "aria-current": person.id === session.id ? "true" : null, onclick: () => {
        close();
        host.become(person);
      } }, avatar({ id: person.id, username: person.name }, "small"), h("span", {}, person.name), mentions ? h("span", { class: "badge" }, String(mentions)) : ""),
      h("a", { class: "icon-button", href: `/?as=${encodeURIComponent(person.name)}`, target: "_blank", "aria-label": `Open ${person.name} in a new tab` }, icon(ICONS.out)));
  });
  const name = h("input", { class: "field", "aria-label": "Name of the new person", placeholder: "Name", maxlength: "32" });
  const add = h("form", { class: "inline-form" }, name, h("button", { class: "button style-2", type: "submit" }, "Add"));
  add.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!name.value.trim()) return;
    close();
    await host.addPerson(name.value.trim());
  });
  const theme = h("select", { class: "field", id: "theme" }, ["system", "dark", "light"].map((t) => h("option", { value: t, selected: t === host.theme() }, { system: "Same as system", dark: "Dark", light: "Light" }[t])));
  theme.addEventListener("change", () => host.setTheme(theme.value));
  const dms = h("input", { type: "checkbox", id: "dms", checked: session.dmsOpen });
  dms.addEventListener("change", () => {
    session.dmsOpen = dms.checked;
    session.do("set_dms", { open: dms.checked });
  });
  dialog.append(
    h("div", { class: "sheet-head" }, h("h2", { id: "settings-title" }, "Who are you?"), h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: close }, icon(ICONS.close))),
    h("div", { class: "form-body" }, h("ul", { class: "people" }, people), add,
      h("div", { class: "form-part" }, h("label", { for: "theme" }, "Colors"), theme),
      h("label", { class: "choice", for: "dms" }, dms, h("span", {}, `Allow direct messages from ${nameOf(session.bot)}`))));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  document.body.append(dialog);
  dialog.showModal();
}

/** Draw the members of the channel. */
export function drawMembers(root, session, channel) {
  const users = session.membersOf(channel);
  const apps = users.filter((u) => u.bot);
  const people = users.filter((u) => !u.bot);
  root.replaceChildren(...[["People", people], ["Applications", apps]].map(([title, list]) => h("section", { class: "group" },
    h("h2", { class: "group-name" }, `${title} – ${list.length}`),
    h("ul", {}, list.map((u) => h("li", { class: "member" }, avatar(u, "small"), h("span", {}, nameOf(u)), u.bot ? h("span", { class: "tag" }, "APP") : ""))))));
}

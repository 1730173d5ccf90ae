// Slash commands as they are typed: the words, then options as `name:value`.

/** Read a command with its options; null if the text is none. Values may have several words. */
export function readTyped(commands, text) {
  const command = commands
    .filter((c) => text === c.words || text.startsWith(`${c.words} `))
    .sort((a, b) => b.words.length - a.words.length)[0];
  if (!command) return null;
  const rest = text.slice(command.words.length);
  const names = command.options.map((o) => o.name).join("|");
  const marks = names ? [...rest.matchAll(new RegExp(`\\s(${names}):`, "g"))] : [];
  if (rest.slice(0, marks[0]?.index ?? rest.length).trim()) return null;
  const given = new Map();
  marks.forEach((mark, at) => {
    // What a value says later may look like an option that is given already.
    if (given.has(mark[1])) return;
    const next = marks.slice(at + 1).find((later) => later[1] !== mark[1] && !given.has(later[1]));
    given.set(mark[1], rest.slice(mark.index + mark[0].length, next?.index).trim());
  });
  return { command, given };
}

/** Return true if nothing that the command needs is missing. */
export const isComplete = ({ command, given }) => command.options.every((o) => !o.required || given.get(o.name));

// Talk to the sandbox's control interface.

/** What is said if nothing comes back; the line about a lost connection takes its place. */
export const LOST_TEXT = "The sandbox does not answer. Please try again.";

async function call(path, init) {
  const response = await fetch(`/sandbox${path}`, init).catch(() => {
    throw new Error(LOST_TEXT);
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error ?? `the sandbox said ${response.status}`);
  return body;
}

export async function get(path) {
  return call(path, { headers: { Accept: "application/json" } });
}

export async function post(path, body = {}) {
  return call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Open the stream of what a person sees. */
export function stream(person, after) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/sandbox/people/${person}/live?after=${after}`);
}

// Speaking to the service, and finding things on the page.

export const $ = (id) => document.getElementById(id);
export const given = (id) => JSON.parse($(id).textContent);

/** An element with attributes, listeners (on…) and children. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((one) => one != null));
  return made;
}

export const put = (where, ...children) => where.replaceChildren(...children.filter((one) => one != null));
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

export class Refused extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** The answer of the service; a Refused where it says no, a TypeError where there is no line. */
export async function ask(path, body, headers = {}) {
  const asked = { headers: { Accept: "application/json", ...headers }, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) {
    asked.method = "POST";
    asked.headers["Content-Type"] = "application/json";
    asked.body = JSON.stringify(body);
  }
  const answer = await fetch(path, asked);
  const content = await answer.json().catch(() => ({}));
  if (answer.status === 401) signIn();
  if (!answer.ok) throw new Refused(answer.status, content);
  return content;
}

function signIn() {
  if (!document.body.dataset.away) {
    document.body.dataset.away = "yes";
    location.assign(`/?after=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
  }
}

export function minutes(since, now = Date.now()) {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const clock = (time) => new Date(time).toLocaleTimeString([], { hour12: false });

// Finding rulings and hands.

import { $, ask, el, given, put } from "./service.js";
import { dressed } from "./cards.js";

const t = given("texts");
let next = null;

function row(one) {
  const hand = `/audit/${encodeURIComponent(one.table)}/${one.hand}`;
  return el("tr", {}, el("td", {}, new Date(one.recorded_at).toLocaleString()),
    el("td", {}, el("a", { href: `${hand}#e${one.seq}` }, `${one.table}, ${one.hand}`)),
    el("td", {}, el("a", { href: `/rulebook/${one.rule}` }, one.rule)),
    el("td", {}, ...dressed(one.text)), el("td", {}, one.status));
}

function query() {
  const said = new FormData($("search"));
  const asked = new URLSearchParams();
  for (const [name, value] of said) {
    if (value) asked.set(name, ["from", "to"].includes(name) ? new Date(value).toISOString() : value);
  }
  return asked;
}

async function find(path) {
  try {
    const told = await ask(path);
    next = told.next;
    $("found").append(...told.rulings.map(row));
    $("none").textContent = $("found").childElementCount ? "" : t.none;
  } catch (error) {
    $("none").textContent = error.message;
  }
  $("more").hidden = !next;
}

async function search() {
  const asked = query();
  history.replaceState(null, "", `?${asked}`);
  put($("found"));
  await find(`/v1/rulings?${asked}`);
  await hands(asked.get("table"));
}

async function hands(table) {
  const wanted = table ? [table] : (await ask("/v1/tables?limit=50")).tables.map((one) => one.table);
  const made = [];
  for (const name of wanted.slice(0, 20)) {
    const told = await ask(`/v1/tables/${encodeURIComponent(name)}/hands?limit=100`).catch(() => ({ hands: [] }));
    for (const one of told.hands.toReversed()) {
      const open = one.open.length ? ` · ${one.open.length} ${t.open}` : "";
      made.push(el("li", {}, el("a", { href: `/audit/${encodeURIComponent(name)}/${one.number}` }, `${name}, ${t.hand} ${one.number}`),
        el("span", { class: "small" }, ` ${one.game ?? ""} · ${t.pot} ${one.pot ?? 0} · ${t.rulings} ${one.rulings.length}${open}`)));
    }
  }
  put($("hands"), ...made);
}

for (const [name, value] of new URLSearchParams(location.search)) {
  const field = $("search").elements[name];
  if (field) field.value = value;
}
$("search").addEventListener("submit", (event) => { event.preventDefault(); search(); });
$("more").addEventListener("click", () => find(next));
const listed = await ask("/v1/tables?limit=500");
put($("tables"), ...listed.tables.map((one) => el("option", { value: one.table })));
await search();

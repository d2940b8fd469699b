// The floor's console: what waits at all tables, the table, and the ruling in one line.

import { $, ask, clock, el, fill, given, minutes, put } from "./service.js";
import { dressed } from "./cards.js";
import { draw } from "./felt.js";

const [t, words] = given("texts");
const LONG = 5 * 60 * 1000;
const LABELS = { final: t.final, conditional: t.conditional, floor: t.discretion, call: t.call };

let waiting = []; // calls and rulings, the oldest first
let tables = [];
let chosen = null; // the key of what is on the card
let table = null; // the table that is shown
let shown = null; // the ruling or call on the card, as it was told
let lostSince = null;
let wants = ""; // "override" or "answer" while such a form is open

const keyOf = (one) => `${one.table} ${one.id ?? `call ${one.seq}`}`;
const named = (text, players) => text.replace(/\b[Ss]eat (\d+)\b/g, (met, seat) => (players?.[seat] ? `${players[seat]} (seat ${seat})` : met));

// --- What waits ----------------------------------------------------------------------------

async function look() {
  try {
    const [calls, rulings, listed] = await Promise.all([ask("/v1/calls"), ask("/v1/rulings?status=open&limit=100"), ask("/v1/tables?limit=500")]);
    const before = new Set(waiting.map(keyOf));
    const open = [...calls.calls.map((one) => ({ ...one, since: one.opened_at, kind: "call" })),
      ...rulings.rulings.map((one) => ({ ...one, since: one.recorded_at, kind: one.certainty }))];
    open.sort((one, other) => Date.parse(one.since) - Date.parse(other.since));
    if (before.size && open.some((one) => !before.has(keyOf(one)))) ring(660);
    waiting = open;
    tables = listed.tables;
    lostSince = null;
  } catch (error) {
    lostSince ??= Date.now();
  }
  show();
}

function line(one) {
  const players = tables.find((other) => other.table === one.table)?.players;
  return one.kind === "call" ? one.text : named(one.text.split("; ")[0], players);
}

function show() {
  $("lost").hidden = lostSince === null;
  if (lostSince !== null) $("lost").textContent = fill(t.lost, { time: clock(lostSince) });
  const longest = waiting.length ? `, ${fill(t.longest, { time: minutes(waiting[0].since) })}` : "";
  $("sum").textContent = waiting.length ? fill(t.count, { count: waiting.length }) + longest : t.none;
  put($("queue"), ...waiting.map((one) => el("li", {}, el("button", { type: "button", "aria-current": keyOf(one) === chosen && "true", onclick: () => choose(one) },
    el("time", { class: Date.now() - Date.parse(one.since) > LONG ? "long" : "", datetime: one.since }, minutes(one.since)),
    el("span", { class: "what" }, `${one.table}: `, ...dressed(line(one))),
    el("span", { class: `badge ${one.kind}` }, LABELS[one.kind])))));
  put($("pads"), ...tables.filter((one) => !one.closed).map((one) => el("li", {}, el("button", { type: "button", "aria-current": one.table === table && "true", onclick: () => lookAt(one.table) }, one.table))));
}

// --- The table -----------------------------------------------------------------------------

async function lookAt(name) {
  table = name;
  show();
  try {
    const told = await ask(`/v1/tables/${encodeURIComponent(name)}/taps`);
    $("name").textContent = `${name} · ${told.state.table.game ?? ""}${told.state.hand ? `, ${fill(words.hand, { number: told.state.hand.number })}` : ""}`;
    draw($("felt"), words, told.state);
    const number = told.state.hand?.number;
    const lines = number ? (await ask(`/v1/tables/${encodeURIComponent(name)}/hands/${number}`)).timeline : told.last;
    const proofs = new Set((shown?.because ?? []).map((one) => one.seq));
    put($("entries"), ...lines.slice(-40).reverse().map((one) => el("li", { class: proofs.has(one.seq) ? "proof" : "" },
      el("time", {}, clock(one.recorded_at)), el("span", {}, ...dressed(one.text ?? "")),
      el("button", { type: "button", "aria-label": `${t.what_if} ${one.seq}`, title: t.what_if, onclick: () => whatIf(one.seq) }, String(one.seq)))));
  } catch (error) {
    lostSince ??= Date.now();
    show();
  }
}

async function whatIf(seq) {
  const asked = { at: seq - 1, events: [], options: {}, edition: null };
  try {
    const told = await ask(`/v1/tables/${encodeURIComponent(table)}/what-if`, { at: asked.at });
    const missing = (told.differences ?? []).map((one) => one.text ?? JSON.stringify(one));
    say(t.what_if, missing.length ? missing : [t.what_if_none]);
  } catch (error) {
    say(t.what_if, [error.message]);
  }
}

function say(title, lines) {
  $("ruling").append(el("section", { class: "box" }, el("h3", {}, title), el("ul", {}, ...lines.map((one) => el("li", {}, ...dressed(one))))));
}

// --- The card ------------------------------------------------------------------------------

async function choose(one) {
  chosen = keyOf(one);
  wants = "";
  shown = one;
  show();
  await lookAt(one.table);
  if (one.kind === "call") return callCard(one);
  try {
    shown = { ...(await ask(`/v1/tables/${encodeURIComponent(one.table)}/rulings/${one.id}`)), kind: one.kind, since: one.since, table: one.table };
    shown = { ...one, ...(shown.ruling ?? shown), law: shown.articles ?? [], kind: one.kind, table: one.table };
  } catch (error) {
    lostSince ??= Date.now();
  }
  card();
  return lookAt(one.table);
}

const list = (title, lines) => (lines.length ? [el("h3", {}, title), el("ul", {}, ...lines.map((one) => el("li", {}, ...(Array.isArray(one) ? one : dressed(one)))))] : []);
const players = () => tables.find((one) => one.table === shown.table)?.players;

function callCard(one) {
  put($("ruling"), el("span", { class: "badge call" }, t.call), el("p", { class: "verdict" }, ...dressed(one.text)),
    el("p", { class: "quiet" }, `${one.table} · ${clock(one.opened_at)}`),
    el("div", { class: "bar" }, el("button", { type: "button", class: "go", onclick: () => { wants = "answer"; form(); } }, t.answer),
      el("button", { type: "button", onclick: () => decide({ type: "call_closed", call: one.seq }) }, t.close_call), bigButton()));
}

function card() {
  const one = shown;
  const [verdict, ...rest] = named(one.text, players()).split("; ");
  const article = (one.law ?? [])[0];
  const options = (one.options ?? []).map((option) => `${option.text ?? option.label ?? ""}${option.presumed ? ` (${t.presumed})` : ""}`);
  const steps = (one.steps ?? []).map((step) => [el("span", { class: "small" }, `${t[`step_${step.state}`]} `), ...dressed(step.text), ...step.entries.map(posted)]);
  put($("ruling"),
    el("span", { class: `badge ${one.certainty}` }, LABELS[one.certainty]),
    el("p", { class: "verdict" }, ...dressed(verdict)),
    rest.length ? el("p", {}, ...dressed(rest.join("; "))) : null,
    ...list(t.orders, steps),
    el("h3", {}, t.law), el("p", {}, el("a", { href: `/rulebook/${one.rule}` }, one.rule), article?.heading ? ` · ${article.heading}` : ""),
    article?.text ? el("blockquote", {}, article.text) : null,
    ...list(t.facts, one.because.map((fact) => [el("a", { href: `/audit/${one.table}/${one.hand}#e${fact.seq}` }, fill(t.entry, { seq: fact.seq })), ` ${named(fact.fact, players())}`])),
    ...list(t.considered, one.considered.map((other) => [el("a", { href: `/rulebook/${other.rule}` }, other.rule), `: ${other.why_not}`])),
    ...list(t.needs, one.needs.flatMap((need) => need.answers ?? []).map((answer) => [posted(answer), ` ${answer.verdict ?? ""}`])),
    ...list(t.instead, options), ...list(t.factors, one.factors ?? []),
    el("div", { class: "bar", id: "bar" }, el("button", { type: "button", class: "go", onclick: uphold }, t.uphold),
      el("button", { type: "button", onclick: () => { wants = "override"; form(); } }, t.override), bigButton()));
}

/** An entry that is ready to post, as a button of its own. */
const posted = ({ label, entry }) => el("button", { type: "button", class: "step", onclick: () => decide(entry) }, ...dressed(label));

const bigButton = () => el("button", { type: "button", onclick: big }, t.big);

function uphold() {
  decide({ type: "floor_decided", ruling: shown.id, decision: "upheld" });
}

/** Overriding, or answering a call: a reason in words, and what is put in place. */
function form() {
  const remedies = shown.remedies ?? [];
  const choices = remedies.map((remedy, place) => el("option", { value: String(place) }, `${remedy.text} ${remedy.then}`));
  const made = el("form", { class: "box", onsubmit: (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(made));
    const outcomes = said.instead === "" ? [] : remedies[Number(said.instead)].outcomes;
    if (wants === "override") decide({ type: "floor_decided", ruling: shown.id, decision: "overridden", reason: said.reason, ...(outcomes.length ? { outcomes } : {}) });
    else decide({ type: "floor_decided", decision: "upheld", call: shown.seq, reason: said.reason, outcomes: [{ code: "no_irregularity", ...(shown.seat ? { seat: shown.seat } : {}) }] });
  } },
  choices.length && wants === "override" ? el("label", {}, t.instead, el("select", { name: "instead" }, el("option", { value: "" }, t.own_words), ...choices)) : el("input", { type: "hidden", name: "instead", value: "" }),
  el("label", {}, t.reason, el("textarea", { name: "reason", rows: 3, required: true })),
  el("div", { class: "bar" }, el("button", { class: "go" }, t.record), el("button", { type: "button", onclick: back }, t.keep)));
  $("ruling").querySelector(".bar")?.remove();
  $("ruling").append(made);
  made.querySelector("textarea").focus();
}

function back() {
  wants = "";
  document.querySelector(".big")?.remove();
  if (shown) (shown.kind === "call" ? callCard : card)(shown);
}

async function decide(event) {
  const where = shown.table;
  try {
    await ask(`/v1/tables/${encodeURIComponent(where)}/events`, { ...event, id: crypto.randomUUID() });
    const said = event.type === "call_closed" ? t.close_call : event.decision;
    put($("ruling"), el("p", { class: "verdict" }, fill(t.decided, { decision: said })), event.reason ? el("p", {}, event.reason) : null);
    chosen = null;
    shown = null;
    await look();
    await lookAt(where);
  } catch (error) {
    say(t.lost.split(".")[0], [error.message]);
  }
}

function big() {
  const law = shown.rule ? `${shown.rule}` : "";
  const made = el("div", { class: "big", role: "dialog", "aria-label": t.big },
    el("p", { class: "verdict" }, ...dressed(named(shown.text, players()))), el("p", { class: "law" }, law),
    el("div", { class: "bar" }, el("button", { type: "button", onclick: () => made.classList.toggle("flip") }, t.flip), el("button", { type: "button", onclick: back }, t.back)));
  document.body.append(made);
  made.querySelector("button").focus();
}

// --- Keys and sound ---------------------------------------------------------------------------

const sounding = () => localStorage.getItem("adjudicator-sound") !== "off";
const sound = () => $("sound").setAttribute("aria-pressed", String(sounding()));
$("sound").addEventListener("click", () => { localStorage.setItem("adjudicator-sound", sounding() ? "off" : "on"); sound(); });

let heard = null;
function ring(pitch) {
  if (!sounding()) return;
  heard ??= new AudioContext();
  const [tone, loud] = [heard.createOscillator(), heard.createGain()];
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0.2, heard.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, heard.currentTime + 0.5);
  tone.connect(loud).connect(heard.destination);
  tone.start();
  tone.stop(heard.currentTime + 0.5);
}

function move(by) {
  const place = waiting.findIndex((one) => keyOf(one) === chosen);
  const next = waiting[Math.min(waiting.length - 1, Math.max(0, place + by))];
  if (next) choose(next);
}

const KEYS = {
  j: () => move(1), k: () => move(-1), u: () => shown?.id && uphold(), o: () => { if (shown?.id) { wants = "override"; form(); } },
  b: () => shown && big(), f: () => document.querySelector(".big")?.classList.toggle("flip"), m: () => $("sound").click(),
  "/": () => location.assign("/rulebook"), Escape: back,
};
addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if ((typing && event.key !== "Escape") || event.metaKey || event.ctrlKey || event.altKey) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});

// --- Live ------------------------------------------------------------------------------------

function follow() {
  const news = new EventSource("/v1/stream?rulings=open");
  news.addEventListener("rulings", look);
  news.onerror = () => { lostSince ??= Date.now(); show(); };
  news.onopen = look;
}

sound();
setInterval(show, 1000);
setInterval(() => { if (!document.hidden) { look(); if (table && !wants) lookAt(table); } }, 2500);
addEventListener("resize", () => table && lookAt(table));
await look();
if (waiting.length) await choose(waiting[0]);
else if (tables.length) await lookAt(tables[0].table);
follow();

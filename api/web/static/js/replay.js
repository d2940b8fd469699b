// A hand, entry by entry: what was recorded, by whom, and what was ruled.

import { $, ask, clock, el, fill, given, put } from "./service.js";
import { dressed } from "./cards.js";
import { draw } from "./felt.js";

const [t, words] = given("texts");
const { table, number } = $("replay").dataset;
const path = `/v1/tables/${encodeURIComponent(table)}`;
const PACE = 900;

const told = await ask(`${path}/hands/${number}`);
const entries = told.timeline;
const states = new Map();
let place = 0;
let playing = 0;

const corrects = (one) => one.event?.type === "entry_corrected";
const struck = new Set(entries.filter(corrects).map((one) => one.event.entry));

function kindOf(one) {
  if (corrects(one)) return ["corrected", "≠"];
  if (["floor_decided", "floor_called", "call_closed"].includes(one.event?.type)) return ["floor", "◆"];
  if (one.rulings.length) return ["ruling", "■"];
  return null;
}

const marks = entries.map((one, index) => [index, kindOf(one)]).filter(([, kind]) => kind);

function givenRuling(ruling) {
  return el("div", { class: `given ${ruling.certainty}` }, el("p", {}, el("strong", {}, ...dressed(ruling.text))),
    el("p", { class: "small" }, el("a", { href: `/rulebook/${ruling.rule}` }, ruling.rule), ` · ${ruling.id} · ${ruling.status}`),
    ...ruling.because.map((fact) => el("p", { class: "small" }, el("a", { href: `#e${fact.seq}` }, fill(`${t.entry} {seq}`, { seq: fact.seq })), `: ${fact.fact}`)),
    ...ruling.considered.map((other) => el("p", { class: "small" }, `${other.rule}: ${other.why_not}`)));
}

function by(one) {
  const who = one.recorded_by ?? {};
  return [who.person, who.device, who.role].filter(Boolean).join(", ");
}

put($("timeline"), ...entries.map((one) => el("li", { id: `e${one.seq}`, class: struck.has(one.seq) ? "struck" : "" },
  el("a", { href: `#e${one.seq}` }, el("span", { class: "seq" }, String(one.seq)), el("time", { datetime: one.recorded_at }, clock(one.recorded_at)),
    el("span", {}, ...dressed(one.text ?? ""))), ...one.rulings.map(givenRuling))));
put($("marks"), ...marks.map(([index, [kind, sign]]) => {
  const made = el("span", { class: kind }, sign);
  made.style.left = `${entries.length > 1 ? (100 * index) / (entries.length - 1) : 0}%`;
  return made;
}));
$("about").textContent = [told.game, `${clock(entries[0].recorded_at)}–${clock(entries.at(-1).recorded_at)}`, told.edition].filter(Boolean).join(" · ");
$("scrub").max = String(entries.length - 1);

async function state(seq) {
  if (!states.has(seq)) states.set(seq, await ask(`${path}/state?at=${seq}`));
  return states.get(seq);
}

async function go(to, moved = true) {
  place = Math.max(0, Math.min(entries.length - 1, to));
  const one = entries[place];
  $("scrub").value = String(place);
  $("scrub").setAttribute("aria-valuetext", `${one.seq}: ${one.text ?? ""}`);
  for (const other of document.querySelectorAll(".timeline > li.at")) other.classList.remove("at");
  const line = $(`e${one.seq}`);
  line.classList.add("at");
  if (moved) $("timeline").scrollTop = line.offsetTop - $("timeline").offsetTop - 120;
  put($("now"), ...dressed(one.text ?? ""));
  $("who").textContent = `${t.entry} ${one.seq} · ${t.at} ${one.recorded_at} · ${t.by} ${by(one)} · ${t.hash} ${(one.hash ?? "").slice(0, 16)}`;
  history.replaceState(null, "", `#e${one.seq}`);
  const seen = await state(one.seq);
  if (entries[place] === one) draw($("felt"), words, seen);
}

const mark = (by) => {
  const some = marks.map(([index]) => index);
  const next = by > 0 ? some.find((index) => index > place) : some.toReversed().find((index) => index < place);
  go(next ?? place);
};

function play() {
  const on = !playing;
  clearInterval(playing);
  playing = on ? setInterval(() => (place < entries.length - 1 ? go(place + 1) : play()), PACE) : 0;
  $("play").textContent = on ? t.pause : t.play;
  $("play").setAttribute("aria-pressed", String(on));
}

const MOVES = { "-": () => go(place - 1), "+": () => go(place + 1), "mark-": () => mark(-1), "mark+": () => mark(1) };
for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", MOVES[button.dataset.go]);
$("play").addEventListener("click", play);
$("scrub").addEventListener("input", () => go(Number($("scrub").value)));
const KEYS = { ArrowLeft: MOVES["-"], ArrowRight: MOVES["+"], j: MOVES["mark+"], k: MOVES["mark-"], Home: () => go(0), End: () => go(entries.length - 1), " ": play };
addEventListener("keydown", (event) => {
  if (event.target.matches("input, button, a") && [" ", "ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
const linked = () => entries.findIndex((one) => `#e${one.seq}` === location.hash);
addEventListener("hashchange", () => { if (linked() >= 0) go(linked()); });
addEventListener("resize", () => go(place, false));
await go(linked() >= 0 ? linked() : 0);

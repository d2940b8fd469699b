// The dealer's tablet. It knows no game: what may be tapped comes from the service, one tap each.

import { $, ask, el, fill, given, minutes, put } from "./service.js";
import { dressed, inWords, picture, RANK_ORDER } from "./cards.js";
import { draw } from "./felt.js";
import { Outbox } from "./outbox.js";

const [t, words] = given("texts");
const subjects = given("subjects");
const page = $("tablet");
const table = page.dataset.table;
const path = `/v1/tables/${encodeURIComponent(table)}`;
const LATE = 400; // milliseconds that the service's own news may trail a tap's answer

let seen = null; // the table as the service last told it
let refusal = ""; // what was not taken, until the next tap
let sheet = null;

// --- Recording ---------------------------------------------------------------------------

const outbox = new Outbox(table, {
  send: (kept) => ask(`${path}/events`, { events: kept.events }, { "Idempotency-Key": kept.key }),
  changed: () => { show(); if (!outbox.waiting.length) look(); },
  refused: (kept, error) => { refusal = fill(t.refused, { why: `${kept.text}: ${error.message}` }); },
});

function record(events, text) {
  refusal = "";
  close();
  return outbox.add(events, text);
}

async function look() {
  try {
    seen = await ask(`${path}/taps`);
  } catch (error) {
    if (error.status) refusal = error.message;
  }
  show();
}

// --- One tap -----------------------------------------------------------------------------

async function tapped(tap) {
  if (!tap.cards) return record(tap.events, tap.text);
  const cards = await pickCards(tap.cards, tap.text);
  if (cards === null) return undefined;
  return record(withCards(tap.events, cards), tap.text);
}

/** The entries of a tap with the cards that were picked; one that was not seen stays unnamed. */
function withCards(events, cards) {
  const left = [...cards];
  return events.flatMap((event) => {
    if (event.type === "shown") return left.every(Boolean) ? [{ ...event, cards: left }] : [];
    if (event.type !== "dealt" || event.face !== "up") return [event];
    const card = left.shift();
    return [card ? { ...event, card } : event];
  });
}

// --- Showing -----------------------------------------------------------------------------

function show() {
  showQueue();
  if (!seen) return;
  const { table: found, hand } = seen.state;
  $("where").textContent = `${table} · ${found.game ?? ""}`;
  const dealer = found.dealer ? ` · ${fill(words.deals, { name: found.dealer })}` : "";
  $("hand").textContent = (hand ? fill(words.hand, { number: hand.number }) : words.no_hand) + dealer;
  draw($("felt"), words, seen.state, seatSheet);
  if (sheet) $("felt").append(sheet);
  showMiddle();
  showCall();
  showKeys();
  const last = outbox.waiting.at(-1)?.text ?? seen.last.at(-1)?.text ?? "";
  $("last").textContent = last;
}

function showQueue() {
  const count = outbox.waiting.length;
  const off = outbox.offline && count > 0;
  $("queue").classList.toggle("off", off);
  $("queue").textContent = off ? fill(t.waiting, { count }) : t.stored;
  page.dataset.waiting = String(count);
}

function banner(kind, text) {
  return el("div", { class: `banner ${kind}` }, el("span", { class: `badge ${kind}` }), el("p", {}, ...dressed(text)));
}

function showMiddle() {
  const open = seen.rulings.filter((one) => one.status === "open");
  const newest = open.at(-1);
  if (refusal) put($("mid"), banner("alert", refusal));
  else if (outbox.offline && outbox.waiting.length) put($("mid"), banner("conditional", t.keep_dealing));
  else if (newest) put($("mid"), banner(newest.certainty, newest.text + (open.length > 1 ? ` (+${open.length - 1})` : "")));
  else {
    const waiting = outbox.waiting.slice(-3).map((one) => el("li", { class: "new" }, ...dressed(one.text)));
    const stored = seen.last.map((one) => el("li", {}, ...dressed(one.text ?? "")));
    put($("mid"), el("ol", {}, ...[...stored, ...waiting].slice(-3)));
  }
}

const openCall = () => seen?.state.calls.find((one) => one.status === "open");

function showCall() {
  const call = openCall();
  const pending = outbox.waiting.some((one) => one.events[0].type === "floor_called");
  page.classList.toggle("called", Boolean(call) || pending);
  put($("call"), el("span", {}, call || pending ? t.called : t.call));
}

function showKeys() {
  const usual = seen.taps.find((one) => one.usual) ?? seen.taps[0];
  const turn = seen.taps.find((one) => one.who !== null && one.place !== "step");
  const seat = turn?.who ?? null;
  $("who").className = seat === null ? "who" : "who turn";
  const offline = outbox.offline && outbox.waiting.length;
  if (seat !== null) {
    const { to_call: price } = seen.state.hand;
    put($("who"), el("b", {}, `${seat} ${seen.state.table.players[seat] ?? ""}`),
      el("span", {}, offline ? t.not_judged : turn.place === "draw" ? t.how_many : price ? fill(words.to_call, { amount: price }) : words.to_act));
  } else put($("who"), el("b", {}, t.dealer), el("span", {}, seen.taps.length ? "" : t.nothing));
  const taps = offline ? foreseen() : ordered(seen.taps);
  const some = taps.slice(0, 6);
  const keys = some.map((tap) => el("button", { type: "button", class: tap === usual && tap.usual ? "go" : "", onclick: () => tapped(tap) }, tap.text));
  if (taps.length > some.length) keys.push(el("button", { type: "button", class: "more", onclick: () => tapSheet(taps) }, t.more));
  if (openCall()) keys.push(el("button", { type: "button", class: "more", onclick: neverMind }, t.never_mind));
  $("keys").classList.toggle("long", some.some((one) => one.text.length > 12));
  put($("keys"), ...keys);
}

const PLACES = ["fold", "call", "raise", "draw", "step"];

function ordered(taps) {
  return [...taps].sort((one, other) => PLACES.indexOf(one.place) - PLACES.indexOf(other.place));
}

/** Without a network nobody judges: the next live seat clockwise, and every verb. */
function foreseen() {
  const hand = seen.state.hand;
  const acted = outbox.waiting.flatMap((one) => one.events).filter((one) => one.type === "acted");
  if (!hand || hand.phase !== "betting") return ordered(seen.taps);
  const folded = acted.filter((one) => one.verb === "fold").map((one) => one.seat);
  const live = Object.keys(hand.seats).map(Number).filter((one) => hand.seats[one].status === "live" && !folded.includes(one));
  const from = acted.at(-1)?.seat ?? hand.to_act;
  const next = acted.length ? live.find((one) => one > from) ?? live[0] : hand.to_act;
  $("who").className = "who turn";
  put($("who"), el("b", {}, `${next} ${seen.state.table.players[next] ?? ""}`), el("span", {}, t.not_judged));
  const verbs = [["fold", t.fold], ["check", t.check], ["call", t.call_verb], ["bet", t.bet], ["raise", t.raise]];
  return verbs.map(([verb, text]) => ({ text, who: next, place: "step", usual: false, cards: 0, events: [{ type: "acted", seat: next, verb }] }));
}

// --- Sheets ------------------------------------------------------------------------------

function open(title, body, kind = "") {
  close();
  body.className = `body ${kind}`;
  sheet = el("div", { class: "sheet", role: "dialog", "aria-label": title },
    el("header", {}, el("h2", {}, title), el("button", { type: "button", onclick: close }, t.close)), body);
  $("felt").append(sheet);
  sheet.querySelector(".body button, .body input")?.focus();
}

let closing = null; // what a sheet that waits for an answer does when it is closed

function close() {
  sheet?.remove();
  sheet = null;
  const waiting = closing;
  closing = null;
  waiting?.(null);
}

const choice = (text, act) => el("button", { type: "button", onclick: act }, text);

function tapSheet(taps) {
  open(t.more, el("div", {}, ...taps.map((tap) => choice(tap.text, () => tapped(tap)))));
}

/** A promise of the cards that are picked, null for one not seen; null where the sheet is closed. */
function pickCards(count, title) {
  return new Promise((done) => {
    const picked = [];
    const taken = (card) => {
      picked.push(card);
      if (picked.length < count) return again();
      closing = null;
      close();
      return done(picked);
    };
    const again = () => {
      const keys = ["s", "h", "d", "c"].flatMap((suit) => RANK_ORDER.map((rank) => {
        const card = rank + suit;
        return el("button", { type: "button", "aria-label": inWords(card), class: picked.includes(card) ? "seen" : "", onclick: () => taken(card) }, picture(card));
      }));
      const more = [choice(t.not_seen, () => taken(null)), el("button", { type: "button", "aria-label": inWords("Jk"), onclick: () => taken("Jk") }, picture("Jk"))];
      const where = count > 1 ? fill(t.pick, { place: picked.length + 1, count }) : t.pick_any;
      closing = null;
      open(`${title}: ${where}`, el("div", {}, ...keys, ...more), "cards");
      closing = done;
    };
    again();
  });
}

const seats = () => Object.keys(seen.state.table.players).map(Number);

function pickSeat(title, among = seats()) {
  return pickOne(title, among.map((seat) => [`${seat} ${seen.state.table.players[seat] ?? words.empty}`, seat]));
}

function pickOne(title, choices) {
  return new Promise((done) => {
    const taken = (value) => { closing = null; close(); done(value); };
    open(title, el("div", {}, ...choices.map(([text, value]) => choice(text, () => taken(value)))));
    closing = done;
  });
}

/** A promise of what is typed into the fields, by name; null where the sheet is closed. */
function fields(title, names) {
  return new Promise((done) => {
    const inputs = Object.entries(names).map(([name, label]) => {
      const number = ["chips", "amount", "count"].includes(name);
      return el("label", {}, label, el("input", { name, inputmode: number ? "numeric" : "text", autocomplete: "off", required: true }));
    });
    const form = el("form", { onsubmit: (event) => {
      event.preventDefault();
      closing = null;
      const found = Object.fromEntries(new FormData(form));
      for (const name of ["chips", "amount", "count"]) if (name in found) found[name] = Number(found[name]);
      close();
      done(found);
    } }, ...inputs, el("button", { class: "go" }, t.send));
    open(title, form, "form");
    closing = done;
  });
}

const inHand = () => Object.keys(seen.state.hand?.seats ?? {}).map(Number);

async function seatAndCards(title, count, make) {
  const seat = await pickSeat(`${title}: ${t.which_seat}`, inHand());
  if (seat === null) return;
  const cards = await pickCards(typeof count === "function" ? count(seat) : count, title);
  if (cards === null) return;
  const event = make(seat, cards);
  if (event) record([event], title);
}

const held = (seat) => seen.state.hand.seats[seat].count;

const WRONG = [
  [t.exposed_dealer, () => seatAndCards(t.exposed_dealer, 1, (seat, [card]) => card && { type: "exposed", seat, card, by: "dealer" })],
  [t.exposed_player, () => seatAndCards(t.exposed_player, 1, (seat, [card]) => card && { type: "exposed", seat, card, by: "owner" })],
  [t.boxed, async () => {
    const cards = await pickCards(1, t.boxed);
    if (cards) record([{ type: "boxed_found", ...(cards[0] ? { card: cards[0] } : {}) }], t.boxed);
  }],
  [t.counted, async () => {
    const seat = await pickSeat(`${t.counted}: ${t.which_seat}`, inHand());
    if (seat === null) return;
    const count = await pickOne(t.how_many, [...Array(11).keys()].map((one) => [String(one), one]));
    if (count !== null) record([{ type: "hand_counted", seat, count }], t.counted);
  }],
  [t.out_of_turn, async () => {
    const seat = await pickSeat(`${t.out_of_turn}: ${t.which_seat}`, inHand());
    if (seat === null) return;
    const verb = await pickOne(t.out_of_turn, [[t.fold, "fold"], [t.check, "check"], [t.call_verb, "call"], [t.bet, "bet"], [t.raise, "raise"]]);
    if (verb !== null) record([{ type: "acted", seat, verb }], t.out_of_turn);
  }],
  [t.openers, () => seatAndCards(t.openers, held, (seat, cards) => cards.every(Boolean) && { type: "shown", seat, cards, purpose: "openers" })],
  [t.mucked, async () => {
    const seat = await pickSeat(`${t.mucked}: ${t.which_seat}`, inHand());
    if (seat !== null) record([{ type: "mucked", seat, by: "owner" }], t.mucked);
  }],
  [t.killed, async () => {
    const seat = await pickSeat(`${t.killed}: ${t.which_seat}`, inHand());
    if (seat !== null) record([{ type: "mucked", seat, by: "dealer" }], t.killed);
  }],
  [t.misdeal, () => record([{ type: "misdeal_called", by: "dealer" }], t.misdeal)],
  [t.duplicate, async () => {
    const cards = await pickCards(1, t.duplicate);
    if (cards) record([{ type: "deck_fault_found", fault: "duplicate", ...(cards[0] ? { card: cards[0] } : {}) }], t.duplicate);
  }],
  [t.foreign, () => record([{ type: "deck_fault_found", fault: "foreign" }], t.foreign)],
  [t.short_deck, () => record([{ type: "deck_fault_found", fault: "short" }], t.short_deck)],
  [t.ask, pointOut],
  [t.note, async () => {
    const said = await fields(t.note, { text: t.note });
    if (said) record([{ type: "noted", text: said.text }], `${t.note}: ${said.text}`);
  }],
];

async function pointOut() {
  const about = await pickOne(t.what, subjects.map((one) => [one.meaning, one.name]));
  if (about === null) return;
  const seat = await pickOne(t.which_seat, [["–", 0], ...inHand().map((one) => [`${one} ${seen.state.table.players[one] ?? ""}`, one])]);
  if (seat === null) return;
  record([{ type: "attention_called", by: "dealer", about, ...(seat ? { seat } : {}) }], about.replaceAll("_", " "));
}

const ANNOUNCE = [
  [t.joker_on, { topic: "joker_in_use", value: "on" }],
  [t.joker_off, { topic: "joker_in_use", value: "off" }],
  ...[2, 3, 4, 5].map((limit) => [`${t.draw_limit} ${limit}`, { topic: "draw_limit", value: limit }]),
];

const SHEETS = {
  wrong: () => open(t.wrong, el("div", {}, ...WRONG.map(([text, act]) => choice(text, act)))),
  announce: () => open(t.announce, el("div", {}, ...ANNOUNCE.map(([text, said]) => choice(text, () => record([{ type: "announced", ...said }], text))))),
  seats: () => open(t.seats, el("div", {}, ...tableChoices())),
};

function tableChoices() {
  const after = (text, make) => choice(text, async () => {
    const seat = await pickSeat(`${text}: ${t.which_seat}`);
    if (seat !== null) record([make(seat)], text);
  });
  const free = Array.from({ length: seen.state.table.seats }, (_, place) => place + 1).filter((one) => !seen.state.table.players[one]);
  return [
    choice(t.sit_down, async () => {
      const seat = await pickSeat(`${t.sit_down}: ${t.which_seat}`, free);
      const said = seat === null ? null : await fields(t.sit_down, { player: t.name, chips: t.chips });
      if (said) record([{ type: "player_seated", seat, ...said }], `${said.player}: ${t.sit_down}`);
    }),
    choice(t.buys, async () => {
      const seat = await pickSeat(`${t.buys}: ${t.which_seat}`);
      const said = seat === null ? null : await fields(t.buys, { amount: t.amount });
      if (said) record([{ type: "chips_bought", seat, ...said }], t.buys);
    }),
    after(t.leaves, (seat) => ({ type: "player_left", seat })),
    after(t.sits_out, (seat) => ({ type: "sat_out", seat })),
    after(t.sits_in, (seat) => ({ type: "sat_in", seat })),
    after(t.start_hand, (button) => ({ type: "hand_started", button })),
    choice(t.dealer_changed, async () => {
      const said = await fields(t.dealer_changed, { dealer: t.name });
      if (said) record([{ type: "dealer_changed", ...said }], `${t.dealer_changed}: ${said.dealer}`);
    }),
  ];
}

function seatSheet(seat) {
  const name = `${seat} ${seen.state.table.players[seat] ?? words.empty}`;
  const mine = seen.taps.filter((one) => one.who === seat);
  const act = (verb, text) => choice(text, () => record([{ type: "acted", seat, verb }], `${name}: ${text}`));
  const dealt = inHand().includes(seat);
  const out = dealt ? [act("fold", t.fold), act("check", t.check), act("call", t.call_verb), act("bet", t.bet), act("raise", t.raise),
    choice(t.raise_said, () => record([{ type: "announced", by: seat, topic: "raise" }], t.raise_said)),
    choice(t.time, () => record([{ type: "announced", by: seat, topic: "time" }], t.time)),
    choice(t.clock, () => record([{ type: "announced", topic: "clock_expired", seat }], t.clock))] : [];
  open(name, el("div", {}, ...mine.map((tap) => choice(tap.text, () => tapped(tap))), ...(mine.length ? [] : out)));
}

// --- The desk ----------------------------------------------------------------------------

$("call").addEventListener("click", () => {
  if (!openCall()) record([{ type: "floor_called", by: "dealer" }], t.called);
});

function neverMind() {
  record([{ type: "call_closed", call: openCall().seq }], t.never_mind);
}

$("undo").addEventListener("click", async () => {
  const last = seen?.last.at(-1);
  if (!last || outbox.waiting.length) return;
  const sure = await pickOne(`${t.correct_sure} ${last.text}`, [[t.strike, true]]);
  if (sure) record([{ type: "entry_corrected", entry: last.seq, reason: t.correct }], `${t.correct}: ${last.text}`);
});

for (const button of document.querySelectorAll("[data-sheet]")) {
  button.addEventListener("click", () => seen && SHEETS[button.dataset.sheet]());
}

const KEYS = { f: "fold", c: "call", r: "raise" };
addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key === "Escape") close();
  else if (event.key === "!") $("call").click();
  else if (event.key === "x") SHEETS.wrong();
  else if (event.key === "Backspace") $("undo").click();
  else {
    const place = KEYS[event.key.toLowerCase()];
    const tap = seen?.taps.find((one) => (place ? one.place === place : event.key === " " && one.usual));
    if (!tap || sheet || event.target.matches("button") && event.key === " ") return;
    event.preventDefault();
    tapped(tap);
  }
});

// --- Live --------------------------------------------------------------------------------

function follow() {
  const news = new EventSource(`/v1/stream?tables=${encodeURIComponent(table)}`);
  let soon = 0;
  news.addEventListener("entry", (message) => {
    if (JSON.parse(message.data).version <= (seen?.version ?? 0)) return;
    clearTimeout(soon);
    soon = setTimeout(() => { if (!outbox.waiting.length) look(); }, LATE);
  });
}

addEventListener("resize", show);
setInterval(() => {
  const call = openCall();
  const since = call && seen.last.find((one) => one.seq === call.seq)?.recorded_at;
  if (since) put($("call"), el("span", {}, `${t.called} ${minutes(since)}`));
}, 1000);
navigator.serviceWorker?.register("/worker.js").catch(() => {});
navigator.serviceWorker?.ready.then(({ active }) => {
  const files = performance.getEntriesByType("resource").map((one) => new URL(one.name)).filter((one) => one.pathname.startsWith("/static/"));
  active.postMessage([location.pathname, ...files.map((one) => one.pathname)]);
});
await look();
await outbox.open();
follow();

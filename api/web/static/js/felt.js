// The table as the dealer sees it: seats round an oval, the pot in the middle.

import { el, fill } from "./service.js";
import { inWords, picture } from "./cards.js";

/** Where a seat stands, in parts of the felt: clockwise from the dealer's left hand. */
export function place(index, seats, width, height) {
  const radius = (width > 1.5 * height ? 0.5 : 0.2) * Math.min(width, height);
  const [w, h] = [width - 2 * radius, height - 2 * radius];
  const arc = (Math.PI / 2) * radius;
  const around = 2 * (w + h) + 4 * arc;
  const gap = Math.min(1 / 4, 1 / (seats + 1));
  let s = around * (gap + (1 - 2 * gap) * (seats > 1 ? index / (seats - 1) : 0.5));
  const corner = (cx, cy, from) => [cx + radius * Math.cos(from + s / radius), cy + radius * Math.sin(from + s / radius)];
  if (s <= w / 2) return [width / 2 - s, height];
  if ((s -= w / 2) <= arc) return corner(radius, height - radius, Math.PI / 2);
  if ((s -= arc) <= h) return [0, height - radius - s];
  if ((s -= h) <= arc) return corner(radius, radius, Math.PI);
  if ((s -= arc) <= w) return [radius + s, 0];
  if ((s -= w) <= arc) return corner(width - radius, radius, 1.5 * Math.PI);
  if ((s -= arc) <= h) return [width, radius + s];
  if ((s -= h) <= arc) return corner(width - radius, height - radius, 0);
  return [width - radius - (s - arc), height];
}

const WORDS = ["folded", "dead", "fouled"];

function word(t, table, hand, seat) {
  const mine = hand?.seats[seat];
  if (!mine) return table.sitting_out.includes(seat) ? t.away : "";
  if (WORDS.includes(mine.status)) return t[mine.status];
  if (hand.to_act === seat) return t.to_act;
  return mine.all_in ? t.all_in : "";
}

function cards(t, mine) {
  const known = [...mine.cards];
  const shown = mine.up.length ? mine.up : mine.shown;
  const faces = known.length ? known : shown;
  const backs = Math.max(0, mine.count - faces.length);
  const pictures = faces.map((card) => picture(card, inWords(card)));
  for (let n = 0; n < backs; n += 1) pictures.push(picture("back", t.face_down));
  return el("span", { class: "cards" }, ...pictures);
}

function seatBox(t, table, hand, seat, pick) {
  const name = table.players[seat];
  const mine = hand?.seats[seat];
  const stack = table.stacks[seat] ?? table.balances[seat];
  const said = word(t, table, hand, seat);
  const out = !name || (mine && mine.status !== "live") || table.sitting_out.includes(seat);
  const kind = `seat${hand?.to_act === seat ? " turn" : ""}${out ? " out" : ""}${name ? "" : " empty"}`;
  return el(pick ? "button" : "div", { class: kind, type: pick && "button", onclick: pick ? () => pick(seat) : () => {} },
    el("span", { class: "line" }, el("b", {}, String(seat)), el("span", { class: "name" }, name ?? t.empty),
      hand?.button === seat ? el("span", { class: "disc", title: t.button, role: "img", "aria-label": t.button }, "B") : null),
    el("span", { class: "line" }, stack === undefined ? null : el("span", { class: "stack" }, String(stack)),
      said ? el("span", { class: "word" }, said) : null, mine && mine.status === "live" ? cards(t, mine) : null),
  );
}

function centre(t, table, hand) {
  if (!hand) return el("div", { class: "centre" }, el("p", { class: "phase" }, t.no_hand));
  const phase = fill(t[hand.phase], { street: hand.street });
  const price = hand.to_call ? ` · ${fill(t.to_call, { amount: hand.to_call })}` : "";
  const board = hand.board.length ? el("div", { class: "board" }, ...hand.board.map((card) => picture(card))) : null;
  return el("div", { class: "centre" },
    el("p", { class: "pot" }, el("span", {}, t.pot), ` ${hand.pot}`), el("p", { class: "phase" }, phase + price), board);
}

/** Draw a table into a box; `pick` is called with the number of a seat that was tapped. */
export function draw(box, t, state, pick) {
  const { table, hand } = state;
  const [width, height] = [box.clientWidth, box.clientHeight];
  const many = table.seats > 8 || width < 700;
  box.classList.toggle("many", many);
  const made = [el("div", { class: "oval" }), centre(t, table, hand)];
  const probe = el("div", { class: "seat" });
  box.replaceChildren(probe);
  const [w, h] = [probe.offsetWidth, probe.offsetHeight];
  for (let seat = 1; seat <= table.seats; seat += 1) {
    const [x, y] = place(seat - 1, table.seats, width - w, height - h);
    const one = seatBox(t, table, hand, seat, pick);
    one.style.left = `${x}px`;
    one.style.top = `${y}px`;
    made.push(one);
    const bet = hand?.seats[seat]?.bet;
    if (bet) made.push(chips(bet, x + w / 2, y + h / 2, width, height, w, h));
  }
  box.replaceChildren(...made);
}

function chips(bet, x, y, width, height, w, h) {
  const made = el("span", { class: "bet" }, String(bet));
  const [dx, dy] = [width / 2 - x, height / 2 - y];
  const reach = Math.min(Math.abs(dx) > 1 ? (w / 2 + 26) / Math.abs(dx) : 9, Math.abs(dy) > 1 ? (h / 2 + 20) / Math.abs(dy) : 9, 0.6);
  made.style.left = `${x + dx * reach}px`;
  made.style.top = `${y + dy * reach}px`;
  return made;
}

// Cards as pictures of our own: a letter and a shape, in four colours that everybody can tell apart.

const SVG = "http://www.w3.org/2000/svg";
const RANKS = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const SHAPES = {
  s: "M30 44c-4 8-16 13-16 22 0 5 4 8 8 8 2 0 5-1 6-3 0 4-2 7-4 9h12c-2-2-4-5-4-9 1 2 4 3 6 3 4 0 8-3 8-8 0-9-12-14-16-22z",
  h: "M30 80c-4-8-17-15-17-25 0-6 4-10 9-10 4 0 7 3 8 6 1-3 4-6 8-6 5 0 9 4 9 10 0 10-13 17-17 25z",
  d: "M30 43l15 19-15 19-15-19z",
  c: "M30 44a8 8 0 0 0-7 12 8 8 0 1 0 5 14c0 4-2 7-4 10h12c-2-3-4-6-4-10a8 8 0 1 0 5-14 8 8 0 0 0-7-12z",
};
export const RANK_ORDER = [..."23456789TJQKA"];

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function inWords(card) {
  if (card === "Jk") return "joker";
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** A picture of a card: "9h", "Jk"; "back" for one face down, "none" for an empty place. */
export function picture(card, label) {
  const kind = card === "Jk" ? "j" : card.length === 2 ? card[1] : card;
  const made = shape("svg", { viewBox: "0 0 60 84", class: `card ${kind}`, role: "img", "aria-label": label ?? (card.length === 2 ? inWords(card) : card) });
  made.append(shape("rect", { x: 1.5, y: 1.5, width: 57, height: 81, rx: 8, "stroke-width": 3 }));
  if (card === "back" || card === "none") return made;
  const rank = shape("text", { x: 30, y: 36 });
  rank.textContent = card === "Jk" ? "JK" : card[0] === "T" ? "10" : card[0];
  made.append(rank);
  if (card === "Jk") made.append(shape("path", { d: "M30 44l5 12 13 1-10 8 3 13-11-7-11 7 3-13-10-8 13-1z" }));
  else made.append(shape("path", { d: SHAPES[card[1]] }));
  return made;
}

/** A sentence with its cards as pictures where it writes them as "9♥". */
export function dressed(text) {
  const signs = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
  return text.split(/((?:10|[2-9TJQKA])[♠♥♦♣])/).map((part) => {
    const suit = signs[part.at(-1)];
    return suit ? picture(part.slice(0, -1).replace("10", "T") + suit) : part;
  });
}

// What was tapped and not yet taken: kept in the browser's database, sent in order, once each.

const STORE = "taps";

function opened(name) {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "number", autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

const settled = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** The outbox of one table on this device. `send` posts a batch; it throws a TypeError where there is no line. */
export class Outbox {
  #db;
  #busy = false;
  #again = 0;

  constructor(table, { send, changed, refused }) {
    this.table = table;
    this.send = send;
    this.changed = changed;
    this.refused = refused;
    this.waiting = [];
    this.offline = false;
  }

  async open() {
    this.#db = await opened(`adjudicator-${this.table}`);
    this.waiting = await settled(this.#store("readonly").getAll());
    addEventListener("online", () => this.flush());
    this.flush();
  }

  #store(mode) {
    return this.#db.transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
  }

  #sequence(count) {
    const key = "adjudicator-device-seq";
    const last = Number(localStorage.getItem(key) ?? 0);
    localStorage.setItem(key, String(last + count));
    return last;
  }

  /** Keep entries that one tap recorded, then send what waits. */
  async add(events, text) {
    const from = this.#sequence(events.length);
    const at = new Date().toISOString();
    const dated = events.map((event, place) => ({ ...event, id: crypto.randomUUID(), at, device_seq: from + place + 1 }));
    const kept = { key: crypto.randomUUID(), events: dated, text };
    kept.number = await settled(this.#store("readwrite").add(kept));
    this.waiting.push(kept);
    this.changed();
    await this.flush();
  }

  async #drop(one) {
    await settled(this.#store("readwrite").delete(one.number));
    this.waiting.shift();
  }

  async flush() {
    if (this.#busy || !this.#db) return;
    this.#busy = true;
    clearTimeout(this.#again);
    try {
      while (this.waiting.length) {
        const [first] = this.waiting;
        try {
          await this.send(first);
        } catch (error) {
          if (!(error.status >= 400 && error.status < 500) || [401, 408, 425, 429].includes(error.status)) {
            this.offline = true;
            this.#again = setTimeout(() => this.flush(), 1500);
            return;
          }
          this.refused(first, error);
        }
        this.offline = false;
        await this.#drop(first);
        this.changed();
      }
      this.offline = false;
    } finally {
      this.#busy = false;
      this.changed();
    }
  }
}

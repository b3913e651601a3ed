// The boxes of a photo under a person's hands, and the log of what was done to them. A change is drawn at once and
// reported as a numbered action; actions stay in the log until Python has confirmed them, so that none is lost: over a
// reload the tab keeps them, and where no answer comes they are reported again. Numbers count for one editor alone, which
// has a name of its own, so that Python applies each action once.

const PAUSE = 400; // milliseconds without a key after which moves by key are reported
const PATIENCE = 10_000; // milliseconds without an answer after which the log is sent again; each time twice as many
const UNCONFIRMED = "hule_labels"; // where the tab keeps the log

class BoxLabels {
  data = null; // what Python sent last
  boxes = new Map(); // by number: as confirmed, with the unconfirmed actions on top
  chosen = null; // number of the selected box
  fresh = null; // number of a drawn box that has no face yet
  leaving = null; // the action after which another photo comes
  lastFace = "1m";
  #send = null;
  #editor = [...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join("");
  #log = keptLog(); // actions that Python has not confirmed
  #number = 0;
  #untold = this.#log.length > 0; // whether there are some that were not sent
  #patience = PATIENCE;
  #again = null; // timer
  #moved = null; // a box moved by keys that is not reported yet, and its timer

  get selected() {
    return this.boxes.get(this.chosen);
  }

  get unsaved() {
    return this.#log.length > 0 || this.#moved !== null;
  }

  get order() {
    return readingOrder([...this.boxes.values()]);
  }

  // Takes what Python sent; tells whether another photo came, whether this one was turned, and whether somebody asked to
  // see it.
  take(next, send) {
    const change = { other: this.data?.photo !== next.photo, turned: this.data?.turn !== next.turn,
      asked: this.data !== null && this.data.opened !== next.opened };
    if (change.other && this.data) this.#finish();
    this.data = next;
    this.#send = send;
    this.#confirm(next.applied);
    if (change.other || change.asked) this.chosen = next.select;
    this.boxes = new Map(next.boxes.map((box) => [box.id, box]));
    for (const action of this.#log) this.#repeat(action);
    if (this.#moved) this.boxes.set(this.#moved.box.id, this.#moved.box);
    if (!this.boxes.has(this.chosen)) this.chosen = null;
    if (!this.boxes.has(this.fresh)) this.fresh = null;
    if (this.#untold) setTimeout(() => this.#tell());
    return change;
  }

  // What was not reported of the photo that goes.
  #finish() {
    if (this.#moved) this.#note(this.#settled());
    if (this.fresh !== null) this.#note({ do: "remove", id: this.fresh });
    this.fresh = null;
  }

  // Drops what Python has applied: `applied` has the number of the last action of each editor that it knows.
  #confirm(applied) {
    this.#log = this.#log.filter(({ editor, n }) => n > (applied[editor] ?? 0));
    if (!this.#log.includes(this.leaving)) this.leaving = null;
    keepLog(this.#log);
    if (this.#log.length) return;
    clearTimeout(this.#again);
    this.#patience = PATIENCE;
    this.#untold = false;
  }

  #repeat(action) {
    if (action.photo !== this.data.photo) return;
    const { id, tile, box } = action;
    if (action.do === "set" && action.turn === this.data.turn) this.boxes.set(id, { id, tile, box, doubt: false });
    if (action.do === "remove") this.boxes.delete(id);
  }

  report(action) {
    this.flush();
    this.#note(action);
    this.#tell();
  }

  #note(action) {
    this.#log.push({ ...action, editor: this.#editor, n: ++this.#number, photo: this.data.photo,
      seen: this.data.version });
    this.#untold = true;
    keepLog(this.#log);
  }

  #tell() {
    if (!this.#log.length) return;
    this.#untold = false;
    this.#send(this.#log);
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      this.#patience *= 2;
      this.#tell();
    }, this.#patience);
  }

  // Reports what is the last for this photo.
  leave(action) {
    this.dropFresh();
    this.report(action);
    this.leaving = this.#log.at(-1);
  }

  put(box) {
    this.boxes.set(box.id, box);
    this.report(this.#settingOf(box));
  }

  #settingOf({ id, tile, box }) {
    return { do: "set", id, tile, box, turn: this.data.turn };
  }

  // A new box, which is asked for its face.
  add(box) {
    this.dropFresh();
    this.chosen = this.fresh = this.#newId();
    this.put({ id: this.fresh, tile: this.lastFace, box, doubt: false });
  }

  // Takes a box away; its neighbour is chosen instead.
  remove(id) {
    if (!this.boxes.has(id)) return;
    const order = this.order;
    const at = order.indexOf(id);
    this.boxes.delete(id);
    if (this.fresh === id) this.fresh = null;
    if (this.chosen === id) this.chosen = order[at + 1] ?? order[at - 1] ?? null;
    this.report({ do: "remove", id });
  }

  name(code) {
    if (!this.selected) return;
    this.lastFace = code;
    this.fresh = null;
    this.put({ ...this.selected, tile: code, doubt: false });
  }

  select(id) {
    if (this.fresh !== id) this.dropFresh();
    this.flush();
    this.chosen = this.boxes.has(id) ? id : null;
  }

  // Moves by key come fast: they are reported when the keys rest.
  nudge(box) {
    this.boxes.set(box.id, box);
    clearTimeout(this.#moved?.timer);
    this.#moved = { box, timer: setTimeout(() => this.flush(), PAUSE) };
  }

  flush() {
    if (this.#moved) this.report(this.#settled());
  }

  // The move by keys that was not reported yet, as an action.
  #settled() {
    const { box, timer } = this.#moved;
    clearTimeout(timer);
    this.#moved = null;
    return this.#settingOf(box);
  }

  // A box that was drawn and given no face is no label.
  dropFresh() {
    if (this.fresh === null) return;
    const chosen = this.chosen === this.fresh ? null : this.chosen;
    this.remove(this.fresh);
    this.chosen = chosen;
  }

  // By chance: another tab at the same photo may draw a box, too.
  #newId() {
    return crypto.getRandomValues(new Uint32Array(1))[0];
  }
}

function keepLog(log) {
  try {
    sessionStorage.setItem(UNCONFIRMED, JSON.stringify(log));
  } catch {
    // A browser that keeps nothing for pages: a reload then loses what is on its way.
  }
}

function keptLog() {
  try {
    return JSON.parse(sessionStorage.getItem(UNCONFIRMED)) ?? [];
  } catch {
    return [];
  }
}

// The boxes of a photo under a person's hands, and the log of what was done to them. A change is drawn at once and
// reported as a numbered action; actions stay in the log until Python has confirmed them, so that none is lost.

const PAUSE = 400; // milliseconds without a key after which moves by key are reported

class BoxLabels {
  data = null; // what Python sent last
  boxes = new Map(); // by number: as confirmed, with the unconfirmed actions on top
  chosen = null; // number of the selected box
  fresh = null; // number of a drawn box that has no face yet
  leaving = 0; // number of the action after which another photo comes
  lastFace = "1m";
  #send = null;
  #log = []; // actions that Python has not confirmed
  #number = 0;
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

  // Takes what Python sent; tells whether another photo came, and whether this one was turned.
  take(next, send) {
    const change = { other: this.data?.photo !== next.photo, turned: this.data?.turn !== next.turn };
    this.data = next;
    this.#send = send;
    this.#number = Math.max(this.#number, next.applied);
    this.#log = this.#log.filter((action) => action.n > next.applied);
    if (next.applied >= this.leaving) this.leaving = 0;
    if (change.other) {
      this.fresh = null;
      this.chosen = next.select;
    }
    this.boxes = new Map(next.boxes.map((box) => [box.id, box]));
    for (const action of this.#log) this.#repeat(action);
    if (this.#moved) this.boxes.set(this.#moved.box.id, this.#moved.box);
    if (!this.boxes.has(this.chosen)) this.chosen = null;
    if (!this.boxes.has(this.fresh)) this.fresh = null;
    return change;
  }

  #repeat(action) {
    if (action.photo !== this.data.photo) return;
    const { id, tile, box } = action;
    if (action.do === "set" && action.turn === this.data.turn) this.boxes.set(id, { id, tile, box, doubt: false });
    if (action.do === "remove") this.boxes.delete(id);
  }

  report(action) {
    this.flush();
    this.#log.push({ ...action, n: ++this.#number, photo: this.data.photo });
    this.#send(this.#log);
  }

  // Reports what is the last for this photo.
  leave(action) {
    this.dropFresh();
    this.report(action);
    this.leaving = this.#number;
  }

  put(box) {
    this.boxes.set(box.id, box);
    this.report({ do: "set", id: box.id, tile: box.tile, box: box.box, turn: this.data.turn });
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
    if (!this.#moved) return;
    const { box, timer } = this.#moved;
    clearTimeout(timer);
    this.#moved = null;
    this.put(box);
  }

  // A box that was drawn and given no face is no label.
  dropFresh() {
    if (this.fresh === null) return;
    const chosen = this.chosen === this.fresh ? null : this.chosen;
    this.remove(this.fresh);
    this.chosen = chosen;
  }

  #newId() {
    return 1 + Math.max(-1, ...this.boxes.keys(), ...this.#log.map((action) => action.id ?? -1));
  }
}

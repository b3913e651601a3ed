// Fingers and mouse on the photo: a tap selects a box and, once more, asks for its face; a drag moves or resizes the
// selected box, draws one, or moves the view; two fingers or the wheel enlarge it.

const SLIP = 5; // screen pixels that a tap may wander
const LEAST = 8; // screen pixels of the smallest box

class Gestures {
  #editor;
  #fingers = new Map();
  #gesture = null;

  constructor(editor) {
    this.#editor = editor;
    const { node } = editor.stage;
    node.addEventListener("pointerdown", (event) => this.#down(event));
    node.addEventListener("pointermove", (event) => this.#move(event));
    node.addEventListener("pointerup", (event) => this.#up(event, (gesture) => this.#finish(gesture)));
    node.addEventListener("pointercancel", (event) => this.#up(event, (gesture) => this.#restore(gesture)));
    // The click that browsers send after a touch would fall on a face of the picker that has come up under the finger.
    // What was touched may be drawn anew before the finger is lifted: only the start of the touch surely comes here.
    node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    node.addEventListener("wheel", (event) => {
      event.preventDefault();
      editor.zoom(Math.exp(-event.deltaY / 400), editor.stage.pointOf(event));
      editor.draw();
    }, { passive: false });
  }

  // Breaks off: another photo came, or a second finger.
  cancel() {
    if (this.#gesture) this.#restore(this.#gesture);
    this.#gesture = null;
  }

  // The boxes were sent anew while a finger is down: it goes on with its box.
  goOn() {
    const gesture = this.#gesture;
    const { boxes } = this.#editor.labels;
    if (!gesture?.before || !gesture.wandered || !boxes.has(gesture.before.id)) return;
    gesture.before = { ...boxes.get(gesture.before.id), box: gesture.before.box };
  }

  #down(event) {
    const { labels, root, stage } = this.#editor;
    if (labels.leaving || event.button > 0) return;
    root.classList.remove("keyed");
    root.focus({ preventScroll: true });
    event.preventDefault();
    stage.node.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, event);
    if (this.#fingers.size > 2) return;
    if (this.#fingers.size === 2) {
      this.cancel();
      this.#gesture = { kind: "pinch" };
      return;
    }
    labels.flush();
    this.#gesture = this.#begun(event);
  }

  #begun(event) {
    const { labels, drawing, stage } = this.#editor;
    const target = event.target.dataset;
    const from = { start: stage.pointOf(event), at: [event.clientX, event.clientY], wandered: false };
    if (drawing || event.shiftKey) return { ...from, kind: "draw" };
    const before = labels.selected;
    if (target.handle && before) return { ...from, kind: "resize", edges: target.handle, before, id: stage.boxAt(event) };
    const id = target.box === undefined ? null : Number(target.box);
    if (id !== null && id === labels.chosen) return { ...from, kind: "move", edges: "nesw", before };
    return { ...from, kind: "pan", id };
  }

  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    const gesture = this.#gesture;
    if (!before || !gesture) return;
    if (gesture.kind === "pinch") {
      this.#pinch(event);
    } else {
      this.#fingers.set(event.pointerId, event);
      const [x, y] = gesture.at;
      gesture.wandered ||= Math.hypot(event.clientX - x, event.clientY - y) >= SLIP;
      if (gesture.wandered) this.#follow(gesture, event, before);
    }
    this.#editor.draw();
  }

  #follow(gesture, event, last) {
    const { labels, stage } = this.#editor;
    const now = stage.pointOf(event);
    if (gesture.kind === "pan") {
      const then = stage.pointOf(last);
      this.#editor.pan(then.x - now.x, then.y - now.y);
    } else if (gesture.kind === "draw") {
      this.#editor.sketch = boxBetween(gesture.start, now, labels.data);
    } else {
      const dx = (now.x - gesture.start.x) / labels.data.width;
      const dy = (now.y - gesture.start.y) / labels.data.height;
      const { before, edges } = gesture;
      labels.boxes.set(before.id, { ...before, box: shifted(before.box, edges, dx, dy) });
    }
  }

  #pinch(event) {
    const { stage } = this.#editor;
    const between = () => {
      const [one, other] = [...this.#fingers.values()];
      return {
        middle: { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 },
        apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1,
      };
    };
    const before = between();
    const was = stage.pointOf(before.middle);
    this.#fingers.set(event.pointerId, event);
    const after = between();
    this.#editor.zoom(after.apart / before.apart, was);
    // Where the middle of the fingers lies is read off the view as it is drawn.
    this.#editor.draw();
    const now = stage.pointOf(after.middle);
    this.#editor.pan(was.x - now.x, was.y - now.y);
  }

  #up(event, end) {
    const gesture = this.#gesture;
    if (!this.#fingers.delete(event.pointerId) || !gesture) return;
    if (gesture.kind === "pinch") {
      if (!this.#fingers.size) this.#gesture = null;
      return;
    }
    this.#gesture = null;
    end(gesture);
    this.#editor.sketch = null;
    this.#editor.draw();
  }

  #restore({ before }) {
    this.#editor.sketch = null;
    if (before) this.#editor.labels.boxes.set(before.id, before);
  }

  #finish(gesture) {
    const editor = this.#editor;
    if (gesture.kind === "draw") {
      if (gesture.wandered) this.#drawn(editor.sketch);
    } else if (gesture.kind === "pan") {
      if (!gesture.wandered) editor.labels.select(gesture.id);
    } else if (gesture.wandered) {
      this.#moved(gesture.before);
    } else if (gesture.kind === "resize" && gesture.id !== null && gesture.id !== editor.labels.chosen) {
      // A tap on a neighbour on which a handle lies means the neighbour.
      editor.labels.select(gesture.id);
    } else {
      editor.picking = true;
    }
  }

  #moved(before) {
    const { labels } = this.#editor;
    if (!labels.boxes.has(before.id)) return; // undone meanwhile
    const box = clipped(ordered(labels.boxes.get(before.id).box));
    if (this.#slip(box)) this.#restore({ before });
    else labels.put({ ...before, box, doubt: false });
  }

  #drawn(box) {
    if (this.#slip(box)) return;
    this.#editor.labels.add(box);
    this.#editor.drawing = false;
    this.#editor.picking = true;
  }

  #slip(box) {
    return tooSmall(box, this.#editor.labels.data, LEAST * this.#editor.stage.grain);
  }
}

// The keys: everything that fingers and mouse do, and faces typed as they are written.

const SUITS = ["m", "p", "s", "z", "f"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 10; // pixels of a step with Shift

class Keys {
  #editor;
  #digit = ""; // first half of a typed face: "3" of "3m"
  #commands;

  constructor(editor) {
    this.#editor = editor;
    const { labels, root } = editor;
    const remove = () => labels.remove(labels.chosen);
    this.#commands = {
      "[": () => this.#step(-1), "]": () => this.#step(1), n: () => editor.addBox(), " ": () => editor.openPicker(),
      Delete: remove, Backspace: remove, b: () => labels.name("back"), r: () => labels.report({ do: "turn", by: 1 }),
      x: () => labels.leave({ do: "skip" }), Enter: () => labels.leave({ do: "accept" }),
      PageUp: () => labels.leave({ do: "previous" }), PageDown: () => labels.leave({ do: "next" }),
      "+": () => editor.zoom(ZOOM_STEP), "=": () => editor.zoom(ZOOM_STEP), "-": () => editor.zoom(1 / ZOOM_STEP),
      0: () => editor.fit(), Escape: () => editor.escape(),
    };
    root.addEventListener("keydown", (event) => this.#down(event));
  }

  #down(event) {
    const { labels, picking, root } = this.#editor;
    if (labels.leaving || !labels.data) return;
    root.classList.add("keyed");
    // A button that has the focus keeps its own keys.
    const onButton = event.target !== root && ["Enter", " "].includes(event.key);
    if (onButton || (picking && event.key !== "Escape")) return;
    const act = this.#meant(event);
    if (!act) return;
    event.preventDefault();
    act();
    this.#editor.draw();
  }

  // What a key does; nothing for a key that means nothing here.
  #meant(event) {
    const { labels } = this.#editor;
    const key = event.key;
    if (event.ctrlKey || event.metaKey) {
      const letter = key.toLowerCase();
      if (letter === "z" && !event.shiftKey) return () => labels.report({ do: "undo" });
      return letter === "y" || letter === "z" ? () => labels.report({ do: "redo" }) : null;
    }
    if (/^[1-9]$/.test(key) && labels.selected) return () => { this.#digit = key; };
    const code = this.#digit + key;
    this.#digit = "";
    if (SUITS.includes(key) && labels.data.names[code]) return () => labels.name(code);
    return ARROWS[key] ? () => this.#arrow(ARROWS[key], event) : this.#commands[key];
  }

  #step(by) {
    const { labels } = this.#editor;
    const { order } = labels;
    if (!order.length) return;
    const at = order.indexOf(labels.chosen);
    labels.select(at < 0 ? order.at(by > 0 ? 0 : -1) : order[(at + by + order.length) % order.length]);
  }

  // Moves the selected box, with Alt its lower right corner; the view where no box is selected.
  #arrow([dx, dy], { shiftKey, altKey }) {
    const { labels, stage } = this.#editor;
    const { data, selected } = labels;
    const pixels = (shiftKey ? FAR : 1) * Math.max(1, stage.grain);
    if (!selected) {
      this.#editor.pan(dx * pixels * 8, dy * pixels * 8);
      return;
    }
    const edges = altKey ? "es" : "nesw";
    const box = clipped(shifted(selected.box, edges, (dx * pixels) / data.width, (dy * pixels) / data.height));
    if (!tooSmall(box, data, LEAST * stage.grain)) labels.nudge({ ...selected, box, doubt: false });
  }
}

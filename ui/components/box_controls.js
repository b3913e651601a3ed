// The buttons below the photo, the list of keys, and the picker of faces.

// What each tool shows and does, and when it cannot be used; those with `named` have their name on them, or
// another text where it says which.
function toolsOf(editor) {
  const { labels } = editor;
  const blank = () => !labels.selected || labels.chosen === labels.fresh;
  return [
    { key: "draw", sign: "＋", named: true, does: () => editor.toggleDrawing(), pressed: () => editor.drawing },
    { key: "pick", named: "rename", face: () => (blank() ? null : labels.selected.tile), does: () => editor.openPicker(), off: () => !labels.selected },
    { key: "remove", sign: "✕", does: () => labels.remove(labels.chosen), off: () => !labels.selected },
    { key: "undo", sign: "↶", does: () => labels.report({ do: "undo" }), off: () => !labels.data.undo && !labels.unsaved },
    { key: "redo", sign: "↷", does: () => labels.report({ do: "redo" }), off: () => !labels.data.redo },
    { key: "turn", sign: "⟳", does: () => labels.report({ do: "turn", by: 1 }) },
    { key: "reset", sign: "⟲", does: () => labels.report({ do: "reset" }) },
    { key: "zoom_out", sign: "−", does: () => editor.zoom(1 / ZOOM_STEP) },
    { key: "zoom_in", sign: "＋", does: () => editor.zoom(ZOOM_STEP) },
    { key: "fit", sign: "⤢", does: () => editor.fit() },
  ];
}

// The ways out of a photo.
function waysOf({ labels }) {
  const way = (key, sign, options) => ({ key, sign, does: () => labels.leave({ do: key }), ...options });
  return [
    way("previous", "‹", { off: () => labels.data.first }),
    way("skip", "⤼", { named: true }),
    way("accept", "✓", { named: true, strong: true }),
    way("next", "›", { off: () => labels.data.last }),
  ];
}

class Controls {
  #count = element("span", { class: "count" });
  #keys = element("details", { class: "keys" });
  #keysTold = null;

  constructor(editor) {
    const button = (what) => new ToolButton(editor, what);
    const [tools, ways] = [toolsOf(editor).map(button), waysOf(editor).map(button)];
    const bar = (name, parts) => element("div", { class: `bar ${name}`, role: "toolbar" }, ...parts);
    this.buttons = [...tools, ...ways];
    this.picker = new Picker(editor);
    this.nodes = [bar("ways", ways.map(({ node }) => node)), bar("tools", [...tools.map(({ node }) => node), this.#count]),
      this.#keys, this.picker.node];
  }

  draw(editor) {
    const { labels, drawing } = editor;
    const { text } = labels.data;
    for (const button of this.buttons) button.draw(labels);
    write(this.#count, drawing ? text.drawing : String(labels.boxes.size));
    this.#drawKeys(text.keys);
    this.picker.draw(editor);
  }

  #drawKeys(told) {
    if (told === this.#keysTold) return;
    this.#keysTold = told;
    const [title, ...lines] = told.split("\n");
    this.#keys.replaceChildren(element("summary", { text: title }), ...lines.map((text) => element("p", { text })));
  }
}

class ToolButton {
  #what;
  #word = null;
  #face = null;

  constructor(editor, what) {
    this.#what = what;
    if (what.named) this.#word = element("span");
    if (what.face) this.#face = element("span");
    const sign = this.#face ?? element("span", { class: "sign", "aria-hidden": "true", text: what.sign });
    this.node = element("button", { type: "button", "data-do": what.key, on: (event) => {
      what.does();
      editor.draw();
      // After a click or a tap the keys go on to mean the boxes: Enter must not press this button again.
      if (event.detail) editor.root.focus({ preventScroll: true });
    } }, sign, this.#word);
  }

  draw(labels) {
    const { key, face, off, strong, pressed, named } = this.#what;
    const title = labels.data.text[key];
    const text = labels.data.text[named] ?? title;
    const marks = `${strong || pressed?.() ? " strong" : ""}${face ? " face-button" : ""}`;
    set(this.node, { class: `plain${marks}`, title, "aria-label": text, "aria-pressed": pressed && String(pressed()),
      disabled: Boolean(labels.leaving) || Boolean(off?.()) });
    if (this.#word) write(this.#word, text);
    if (!this.#face) return;
    const code = face();
    set(this.#face, { class: code ? "tile tiny" : "tile tiny blank" });
    this.#face.style.setProperty("--face", code ? `var(--tile-${code})` : "none");
  }
}

class Picker {
  node = element("div", { class: "sheet", role: "dialog", popover: "manual" });
  #title = element("strong");
  #done;
  #header;
  #told = null; // the faces that the groups were made of
  #groups = new Map(); // by suit

  constructor(editor) {
    this.#done = element("button", { type: "button", class: "plain strong", "data-do": "done", on: () => editor.closePicker() });
    this.#header = element("header", {}, editor.stage.crop, this.#title, this.#done);
  }

  draw(editor) {
    const { data, selected } = editor.labels;
    set(this.node, { "aria-label": data.text.pick });
    write(this.#title, data.text.pick);
    write(this.#done, data.text.done);
    this.#makeGroups(editor);
    // The suit of the tile as it is comes first: most mistakes are within one.
    const near = (suit) => Number(suit === selected?.tile.slice(-1));
    const suits = [...this.#groups.keys()].sort((a, b) => near(b) - near(a));
    arrange(this.node, [this.#header, ...suits.map((suit) => this.#groups.get(suit))]);
    if (editor.picking === this.node.matches(":popover-open")) return;
    this.node.togglePopover(editor.picking);
    if (editor.picking) this.node.scrollTop = 0;
  }

  // The faces stay the same but for their names, which are in the language of the page.
  #makeGroups(editor) {
    const told = JSON.stringify(editor.labels.data.picker);
    if (told === this.#told) return;
    this.#told = told;
    this.#groups = new Map(editor.labels.data.picker.map((suit) => [suit.suit, suitGroup(editor, suit)]));
  }
}

function suitGroup(editor, { label, tiles }) {
  // A long name has a line of its own where the screen is narrow.
  const kind = label.length > 4 ? "group long" : "group";
  return element("section", { class: kind, role: "group", "aria-label": label }, element("h3", { text: label }),
    ...tiles.map(({ code, name }) => element("button", { type: "button", class: "tile", face: code, title: name,
      "aria-label": name, "data-pick": code, on: () => { editor.labels.name(code); editor.closePicker(); } })));
}

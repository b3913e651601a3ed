// The buttons below the photo, the list of keys, and the picker of faces.

function element(tag, options = {}, ...children) {
  const { on, text, face, ...attributes } = options;
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  if (text) node.textContent = text;
  if (face) node.style.setProperty("--face", `var(--tile-${face})`);
  if (on) node.addEventListener("click", on);
  node.append(...children.filter(Boolean));
  return node;
}

class Controls {
  #tools = element("div", { class: "bar tools", role: "toolbar" });
  #ways = element("div", { class: "bar ways", role: "toolbar" });
  #keys = element("details", { class: "keys" });
  #sheet = element("div", { class: "sheet", role: "dialog", hidden: true });
  nodes = [this.#ways, this.#tools, this.#keys, this.#sheet];

  draw(editor) {
    this.#drawTools(editor);
    this.#drawWays(editor);
    if (editor.labels.leaving) {
      for (const button of [...this.#tools.children, ...this.#ways.children]) button.setAttribute("disabled", "");
    }
    const [title, ...lines] = editor.labels.data.text.keys.split("\n");
    this.#keys.replaceChildren(element("summary", { text: title }), ...lines.map((text) => element("p", { text })));
    this.#drawPicker(editor);
  }

  #drawTools(editor) {
    const { labels, drawing } = editor;
    const { data, selected } = labels;
    const tool = (sign, key, does, options) => toolButton(editor, sign, key, does, options);
    this.#tools.replaceChildren(
      tool("＋", "draw", () => editor.toggleDrawing(),
        { "aria-pressed": String(drawing), class: drawing ? "plain strong" : "plain", named: true }),
      this.#faceButton(editor),
      tool("✕", "remove", () => labels.remove(labels.chosen), { disabled: !selected }),
      tool("↶", "undo", () => labels.report({ do: "undo" }), { disabled: !data.undo && !labels.unsaved }),
      tool("↷", "redo", () => labels.report({ do: "redo" }), { disabled: !data.redo }),
      tool("⟳", "turn", () => labels.report({ do: "turn", by: 1 })),
      tool("⟲", "reset", () => labels.report({ do: "reset" })),
      tool("−", "zoom_out", () => editor.zoom(1 / ZOOM_STEP)),
      tool("＋", "zoom_in", () => editor.zoom(ZOOM_STEP)),
      tool("⤢", "fit", () => editor.fit()),
      element("span", { class: "count", text: drawing ? data.text.drawing : `${labels.boxes.size}` }),
    );
  }

  #faceButton(editor) {
    const { data, selected, fresh } = editor.labels;
    const face = selected && selected.id !== fresh ? { class: "tile tiny", face: selected.tile } : { class: "tile tiny blank" };
    return element("button", { type: "button", class: "plain face-button", "data-do": "pick", disabled: !selected,
      title: data.text.pick, "aria-label": data.text.pick, on: () => editor.openPicker() }, element("span", face));
  }

  #drawWays(editor) {
    const { labels } = editor;
    const way = (sign, key, options) => toolButton(editor, sign, key, () => labels.leave({ do: key }), options);
    this.#ways.replaceChildren(
      way("‹", "previous", { disabled: labels.data.first }),
      way("⤼", "skip", { named: true }),
      way("✓", "accept", { named: true, class: "plain strong" }),
      way("›", "next", { disabled: labels.data.last }),
    );
  }

  #drawPicker(editor) {
    const { data, selected } = editor.labels;
    // The suit of the tile as it is comes first: most mistakes are within one.
    const near = (suit) => Number(suit.suit === selected?.tile.slice(-1));
    const suits = [...data.picker].sort((a, b) => near(b) - near(a));
    this.#sheet.setAttribute("aria-label", data.text.pick);
    this.#sheet.replaceChildren(
      element("header", {}, selected && editor.stage.cropOf(selected, data), element("strong", { text: data.text.pick }),
        element("button", { type: "button", class: "plain strong", "data-do": "done", text: data.text.done,
          on: () => editor.closePicker() })),
      ...suits.map((suit) => suitGroup(editor, suit)));
    this.#sheet.hidden = false;
    this.#sheet.popover = "manual";
    if (editor.picking !== this.#sheet.matches(":popover-open")) this.#sheet.togglePopover(editor.picking);
  }
}

function toolButton(editor, sign, key, does, { named, ...attributes } = {}) {
  const text = editor.labels.data.text[key];
  return element("button", { type: "button", class: "plain", title: text, "aria-label": text, "data-do": key, ...attributes,
    on: () => { does(); editor.draw(); } },
    element("span", { class: "sign", "aria-hidden": "true", text: sign }), named && element("span", { text }));
}

function suitGroup(editor, { label, tiles }) {
  // A long name has a line of its own where the screen is narrow.
  return element("section", { class: label.length > 4 ? "group long" : "group", role: "group", "aria-label": label }, element("h4", { text: label }),
    ...tiles.map(({ code, name }) => element("button", { type: "button", class: "tile", face: code, title: name,
      "aria-label": name, "data-pick": code, on: () => { editor.labels.name(code); editor.closePicker(); } })));
}

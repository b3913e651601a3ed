// The photo with its boxes, as SVG in the pixels of the photo.

// A picture that the page keeps as a property of its style: --tile-3m, --label-photo-….
function pictureOf(property) {
  const value = getComputedStyle(document.documentElement).getPropertyValue(property);
  return /url\((["']?)(.*)\1\)/s.exec(value)?.[2] ?? "";
}

const pictures = new Map();
function faceOf(code) {
  if (!pictures.get(code)) pictures.set(code, pictureOf(`--tile-${code}`));
  return pictures.get(code);
}

class Stage {
  #picture = svg("image", { preserveAspectRatio: "none" });
  #layer = svg("g", {});
  node = svg("svg", { class: "stage", role: "img" }, this.#picture, this.#layer);
  #cropPicture = svg("image", { preserveAspectRatio: "none" });
  crop = svg("svg", { class: "crop", "aria-hidden": "true" }, this.#cropPicture); // what the photo shows in the chosen box
  #photo = null;
  #frames = new Map(); // of the boxes of this photo, by number: the frame and the face on it
  #handles = new Map(); // by corner or side: the knob that is seen and the grip around it
  #sketch = svg("rect", { class: "frame chosen" });

  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.node.getScreenCTM().inverse());
  }

  // Pixels of the photo for one pixel of the screen.
  get grain() {
    return 1 / (this.node.getScreenCTM()?.a || 1);
  }

  draw({ labels, view, drawing, sketch }) {
    const { data, selected } = labels;
    set(this.node, { viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`, "aria-label": data.text.title });
    this.node.style.aspectRatio = `${data.width} / ${data.height}`;
    this.node.classList.toggle("drawing", drawing);
    this.node.classList.toggle("leaving", Boolean(labels.leaving));
    this.#forget(labels);
    const rest = labels.order.filter((id) => id !== labels.chosen).map((id) => labels.boxes.get(id));
    const parts = [...rest, ...(selected ? [selected] : [])].flatMap((box) => this.#frame(box, labels));
    if (selected) parts.push(...this.#handlesOf(selected, data, view));
    if (sketch) parts.push(set(this.#sketch, sides(sketch, data)));
    arrange(this.#layer, parts);
    if (selected) this.#showCrop(selected, data);
  }

  // The frames of another photo, and of boxes that are gone.
  #forget({ data, boxes }) {
    if (this.#photo !== data.photo) this.#frames.clear();
    this.#photo = data.photo;
    for (const id of this.#frames.keys()) if (!boxes.has(id)) this.#frames.delete(id);
  }

  #frame(box, { data, chosen, fresh }) {
    if (!this.#frames.has(box.id)) {
      const frame = svg("rect", { role: "button", "data-box": box.id });
      this.#frames.set(box.id, { frame, face: svg("image", { class: "face" }) });
    }
    const { frame, face } = this.#frames.get(box.id);
    const marks = `${box.doubt ? " doubt" : ""}${box.id === chosen ? " chosen" : ""}${box.id === fresh ? " fresh" : ""}`;
    const name = data.names[box.tile];
    set(frame, { ...sides(box.box, data), class: `frame${marks}`, "data-code": box.tile,
      "aria-label": box.doubt ? `${name}, ${data.text.doubt}` : name });
    return box.id === fresh ? [frame] : [frame, set(face, this.#faceOn(box, data))];
  }

  // The face lies on the foot of the box, small enough to see what is below it.
  #faceOn(box, data) {
    const [x1, , x2, y2] = inPixels(box.box, data);
    const width = Math.min((x2 - x1) * 0.5, 44 * this.grain);
    return { href: faceOf(box.tile), x: (x1 + x2) / 2 - width / 2, y: y2 - width * 0.4, width, height: width * 4 / 3 };
  }

  #handlesOf(box, data, view) {
    const [x1, y1, x2, y2] = inPixels(box.box, data);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const corners = { nw: [x1, y1], ne: [x2, y1], sw: [x1, y2], se: [x2, y2] };
    const middles = { n: [x, y1], s: [x, y2], w: [x1, y], e: [x2, y] };
    // On small boxes the handles of the sides would leave no room to take hold of the box, and those on its corners
    // would cover the tile: there they lie outside it.
    const roomy = Math.min(x2 - x1, y2 - y1) > 70 * this.grain;
    const size = roomy ? { knob: 7, knobOut: 0, gripOut: 12 } : { knob: 5, knobOut: 6, gripOut: 16 };
    return Object.entries(roomy ? { ...corners, ...middles } : corners).flatMap(
      ([at, point]) => this.#handle(at, point, size, view));
  }

  // Most of what a finger takes hold of lies outside the box, so that a small one can still be tapped and moved; at the
  // edge of the view all of it stays on the screen.
  #handle(at, point, { knob, knobOut, gripOut }, view) {
    if (!this.#handles.has(at)) {
      this.#handles.set(at, { seen: svg("circle", { class: "knob" }), grip: svg("circle", { class: "grip", "data-handle": at }) });
    }
    const { seen, grip } = this.#handles.get(at);
    const grain = this.grain;
    const away = [outwards(at, "w", "e") * grain, outwards(at, "n", "s") * grain];
    set(seen, { ...placeInView(point, away, knobOut, view, (knob + 1) * grain), r: knob * grain });
    set(grip, { ...placeInView(point, away, gripOut, view, 0), r: 22 * grain });
    return [seen, grip];
  }

  // The number of the box at a place of the screen, whatever handle lies on it.
  boxAt({ clientX, clientY }) {
    const found = this.node.getRootNode().elementsFromPoint(clientX, clientY).find((part) => part.dataset?.box !== undefined);
    return found ? Number(found.dataset.box) : null;
  }

  #showCrop({ box }, data) {
    const { x, y, width, height } = sides(box, data);
    set(this.crop, { viewBox: `${x} ${y} ${width} ${height}` });
  }

  showPicture(data, tries = 40) {
    const href = pictureOf(`--label-photo-${data.photo.slice(0, 12)}`);
    if (!href && tries) {
      // The page's style is on its way.
      setTimeout(() => this.showPicture(data, tries - 1), 50);
      return;
    }
    const [width, height] = data.turn % 2 ? [data.height, data.width] : [data.width, data.height];
    const turns = ["", `translate(${data.width} 0) rotate(90)`, `translate(${data.width} ${data.height}) rotate(180)`,
      `translate(0 ${data.height}) rotate(270)`];
    for (const picture of [this.#picture, this.#cropPicture]) {
      set(picture, { href, width, height, transform: turns[data.turn] });
    }
  }
}

function sides(box, size) {
  const [x, y, right, bottom] = inPixels(box, size);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function outwards(at, before, after) {
  return at.includes(before) ? -1 : at.includes(after) ? 1 : 0;
}

// A point so far outside a corner; where that corner is in the view, not beyond the edge of the view.
function placeInView([x, y], [dx, dy], far, view, room) {
  const [cx, cy] = [x + dx * far, y + dy * far];
  const [right, bottom] = [view.x + view.width, view.y + view.height];
  if (x < view.x || x > right || y < view.y || y > bottom) return { cx, cy };
  return { cx: clamp(cx, view.x + room, right - room), cy: clamp(cy, view.y + room, bottom - room) };
}

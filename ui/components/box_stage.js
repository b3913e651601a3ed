// The photo with its boxes, as SVG in the pixels of the photo.

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

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

  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.node.getScreenCTM().inverse());
  }

  // Pixels of the photo for one pixel of the screen.
  get grain() {
    return 1 / (this.node.getScreenCTM()?.a || 1);
  }

  draw({ labels, view, drawing, sketch }) {
    const { data } = labels;
    this.node.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
    this.node.setAttribute("aria-label", data.text.title);
    this.node.style.aspectRatio = `${data.width} / ${data.height}`;
    this.node.classList.toggle("drawing", drawing);
    this.node.classList.toggle("leaving", Boolean(labels.leaving));
    const { selected } = labels;
    const rest = labels.order.filter((id) => id !== labels.chosen).map((id) => labels.boxes.get(id));
    const parts = [...rest, ...(selected ? [selected] : [])].flatMap((box) => this.#frame(box, labels));
    if (selected) parts.push(...this.#handles(selected, data));
    if (sketch) parts.push(svg("rect", { ...sides(sketch, data), class: "frame chosen" }));
    this.#layer.replaceChildren(...parts);
  }

  #frame(box, { data, chosen, fresh }) {
    const marks = `${box.doubt ? " doubt" : ""}${box.id === chosen ? " chosen" : ""}${box.id === fresh ? " fresh" : ""}`;
    const name = data.names[box.tile];
    const rect = svg("rect", { ...sides(box.box, data), class: `frame${marks}`, role: "button",
      "aria-label": box.doubt ? `${name}, ${data.text.doubt}` : name, "data-box": box.id, "data-code": box.tile });
    return box.id === fresh ? [rect] : [rect, this.#face(box, data)];
  }

  // The face lies on the foot of the box, small enough to see what is below it.
  #face(box, data) {
    const [x1, , x2, y2] = inPixels(box.box, data);
    const width = Math.min((x2 - x1) * 0.5, 44 * this.grain);
    return svg("image", { href: faceOf(box.tile), x: (x1 + x2) / 2 - width / 2, y: y2 - width * 0.4,
      width, height: width * 4 / 3, class: "face" });
  }

  #handles(box, data) {
    const [x1, y1, x2, y2] = inPixels(box.box, data);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const corners = { nw: [x1, y1], ne: [x2, y1], sw: [x1, y2], se: [x2, y2] };
    const middles = { n: [x, y1], s: [x, y2], w: [x1, y], e: [x2, y] };
    const grain = this.grain;
    // On small boxes the handles of the sides would leave no room to take hold of the box.
    const roomy = Math.min(x2 - x1, y2 - y1) > 70 * grain;
    return Object.entries(roomy ? { ...corners, ...middles } : corners).flatMap(([at, [cx, cy]]) => [
      svg("circle", { cx, cy, r: 7 * grain, class: "knob" }),
      // Most of what a finger takes hold of lies outside the box, so that a small one can still be tapped and moved.
      svg("circle", { cx: cx + outwards(at, "w", "e") * 12 * grain, cy: cy + outwards(at, "n", "s") * 12 * grain,
        r: 18 * grain, class: "grip", "data-handle": at }),
    ]);
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
    const wanted = { href, width, height, transform: turns[data.turn] };
    for (const [name, value] of Object.entries(wanted)) {
      if (this.#picture.getAttribute(name) !== String(value)) this.#picture.setAttribute(name, value);
    }
  }

  // What the photo shows in a box.
  cropOf({ box }, data) {
    const { x, y, width, height } = sides(box, data);
    return svg("svg", { class: "crop", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" },
      this.#picture.cloneNode());
  }
}

function sides(box, size) {
  const [x, y, right, bottom] = inPixels(box, size);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

function outwards(at, before, after) {
  return at.includes(before) ? -1 : at.includes(after) ? 1 : 0;
}

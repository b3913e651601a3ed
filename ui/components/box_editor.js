// The box editor. Draws what Python sends, follows fingers, mouse and keys, and reports finished gestures as a numbered
// log. Boxes are [x1, y1, x2, y2], shares of the photo as it is shown; what is drawn is in its pixels.

const SVG = "http://www.w3.org/2000/svg";
const SLIP = 5; // screen pixels that a tap may wander
const LEAST = 8; // screen pixels of the smallest box
const MOST_ZOOM = 16;
const ROOM = 1; // around the tiles when a photo opens, in tile widths
const PAUSE = 400; // milliseconds without a key after which moves by key are reported
const SUITS = ["m", "p", "s", "z", "f"];

export default function (component) {
  const root = component.parentElement.querySelector(".boxes");
  const editor = (root.hule ??= createEditor(root));
  editor.show(component.data, (log) => component.setStateValue("log", log));
}

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

function createEditor(root) {
  let data = null;
  let send = null;
  let queue = []; // actions that Python has not confirmed
  let number = 0;
  let boxes = new Map(); // by number: as confirmed, with the unconfirmed actions on top
  let chosen = null; // number of the selected box
  let fresh = null; // number of a drawn box that has no face yet
  let drawing = false;
  let picking = false;
  let leaving = 0; // number of the action after which another photo comes
  let digit = ""; // first half of a typed face: "3" of "3m"
  let moved = null; // timer of moves by key that are not reported yet
  let shown = null; // part of the photo in view, in its pixels
  let lastFace = "1m";

  const picture = svg("image", { preserveAspectRatio: "none" });
  const layer = svg("g", {});
  const stage = svg("svg", { class: "stage", role: "img" }, picture, layer);
  const tools = element("div", { class: "bar tools", role: "toolbar" });
  const ways = element("div", { class: "bar ways", role: "toolbar" });
  const sheet = element("div", { class: "sheet", role: "dialog", hidden: true });
  const keys = element("details", { class: "keys" });
  root.tabIndex = 0;
  root.replaceChildren(stage, tools, ways, keys, sheet);

  // --- what is reported -------------------------------------------------------------------------------------

  function report(action) {
    flush();
    queue.push({ ...action, n: ++number, photo: data.photo });
    send(queue);
  }

  function put(box) {
    boxes.set(box.id, box);
    report({ do: "set", id: box.id, tile: box.tile, box: box.box, turn: data.turn });
  }

  function remove(id) {
    if (!boxes.has(id)) return;
    const order = inOrder();
    const at = order.indexOf(id);
    boxes.delete(id);
    if (fresh === id) fresh = null;
    if (chosen === id) chosen = null;
    report({ do: "remove", id });
    return order[at + 1] ?? order[at - 1] ?? null;
  }

  function leave(action) {
    dropFresh();
    report(action);
    leaving = number;
    draw();
  }

  // Moves by key are drawn at once and reported when the keys rest.
  function nudge(box) {
    boxes.set(box.id, box);
    clearTimeout(moved?.timer);
    moved = { box, timer: setTimeout(flush, PAUSE) };
    draw();
  }

  function flush() {
    if (!moved) return;
    const { box, timer } = moved;
    clearTimeout(timer);
    moved = null;
    put(box);
  }

  // A box that was drawn and given no face is no label.
  function dropFresh() {
    if (fresh !== null) remove(fresh);
    fresh = null;
  }

  function name(code) {
    const box = boxes.get(chosen);
    if (!box) return;
    lastFace = code;
    fresh = null;
    put({ ...box, tile: code, doubt: false });
  }

  function newId() {
    return 1 + Math.max(-1, ...boxes.keys(), ...queue.map((action) => action.id ?? -1));
  }

  function inOrder() {
    return [...boxes.values()].sort((a, b) => Math.round((a.box[1] - b.box[1]) / rowHeight()) || a.box[0] - b.box[0])
      .map((box) => box.id);
  }

  function rowHeight() {
    const heights = [...boxes.values()].map(({ box }) => box[3] - box[1]).sort((a, b) => a - b);
    return heights[heights.length >> 1] || 0.1;
  }

  function select(id) {
    if (fresh !== null && fresh !== id) dropFresh();
    flush();
    chosen = id;
    draw();
  }

  // --- what is in view ----------------------------------------------------------------------------------------

  function whole() {
    shown = { x: 0, y: 0, width: data.width, height: data.height };
  }

  // The tiles with some room around them.
  function near() {
    whole();
    const all = [...boxes.values()].map(({ box }) => box);
    if (!all.length) return;
    const room = ROOM * (all.map((box) => box[2] - box[0]).sort((a, b) => a - b)[all.length >> 1]);
    const [x, y] = [0, 1].map((at) => Math.max(0, Math.min(...all.map((box) => box[at])) - room));
    const [right, bottom] = [2, 3].map((at) => Math.min(1, Math.max(...all.map((box) => box[at])) + room));
    shown = { x: x * data.width, y: y * data.height, width: (right - x) * data.width, height: (bottom - y) * data.height };
  }

  function fit() {
    if (shown.width < data.width || shown.height < data.height) whole();
    else near();
  }

  function zoom(factor, at) {
    const centre = at ?? { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
    const width = Math.min(data.width, Math.max(data.width / MOST_ZOOM, shown.width / factor));
    const scale = width / shown.width;
    shown = keepInside({
      x: centre.x - (centre.x - shown.x) * scale, y: centre.y - (centre.y - shown.y) * scale,
      width, height: shown.height * scale,
    });
    draw();
  }

  function keepInside({ x, y, width, height }) {
    return { x: within(x, width, data.width), y: within(y, height, data.height), width, height };
  }

  function within(at, length, whole) {
    return length > whole ? (whole - length) / 2 : Math.min(Math.max(0, at), whole - length);
  }

  function pan(dx, dy) {
    shown = keepInside({ ...shown, x: shown.x + dx, y: shown.y + dy });
    draw();
  }

  function pointOf(event) {
    const matrix = stage.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  // Pixels of the photo for one pixel of the screen.
  function grain() {
    return 1 / (stage.getScreenCTM()?.a || 1);
  }

  // --- fingers and mouse --------------------------------------------------------------------------------------

  const fingers = new Map();
  let gesture = null;

  stage.addEventListener("pointerdown", (event) => {
    if (leaving || event.button > 0) return;
    root.classList.remove("keyed");
    root.focus({ preventScroll: true });
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      undoGesture();
      gesture = { kind: "pinch" };
      return;
    }
    if (fingers.size > 2) return;
    flush();
    gesture = begin(event, pointOf(event));
  });

  function begin(event, start) {
    const target = event.target.dataset;
    const from = { start, at: [event.clientX, event.clientY], wandered: false };
    if (drawing || event.shiftKey) return { ...from, kind: "draw" };
    const selected = boxes.get(chosen);
    if (target.handle && selected) return { ...from, kind: "resize", handle: target.handle, before: selected };
    const id = target.box === undefined ? null : Number(target.box);
    if (id !== null && id === chosen) return { ...from, kind: "move", before: selected };
    return { ...from, kind: "pan", id };
  }

  stage.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId) || !gesture) return;
    const before = fingers.get(event.pointerId);
    if (gesture.kind === "pinch") {
      pinch(event);
      return;
    }
    fingers.set(event.pointerId, event);
    const [x, y] = gesture.at;
    if (!gesture.wandered && Math.hypot(event.clientX - x, event.clientY - y) < SLIP) return;
    gesture.wandered = true;
    follow(event, before);
  });

  function follow(event, before) {
    const now = pointOf(event);
    if (gesture.kind === "pan") {
      const then = pointOf(before);
      pan(then.x - now.x, then.y - now.y);
      return;
    }
    if (gesture.kind === "draw") {
      gesture.box = ordered(share([gesture.start.x, gesture.start.y, now.x, now.y]));
      draw();
      return;
    }
    const dx = (now.x - gesture.start.x) / data.width;
    const dy = (now.y - gesture.start.y) / data.height;
    const edges = gesture.kind === "move" ? "nesw" : gesture.handle;
    boxes.set(chosen, { ...gesture.before, box: shifted(gesture.before.box, edges, dx, dy) });
    draw();
  }

  function pinch(event) {
    const [one, other] = [...fingers.values()];
    const was = pointOf({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    fingers.set(event.pointerId, event);
    const [first, second] = [...fingers.values()];
    const middle = { clientX: (first.clientX + second.clientX) / 2, clientY: (first.clientY + second.clientY) / 2 };
    zoom(Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) / (apart || 1), was);
    const now = pointOf(middle);
    pan(was.x - now.x, was.y - now.y);
  }

  for (const end of ["pointerup", "pointercancel"]) {
    stage.addEventListener(end, (event) => {
      if (!fingers.delete(event.pointerId) || !gesture) return;
      if (gesture.kind === "pinch") {
        if (!fingers.size) gesture = null;
        return;
      }
      const done = gesture;
      gesture = null;
      if (end === "pointercancel") restore(done);
      else finish(done);
      draw();
    });
  }

  // The click that browsers send after a touch would fall on a face of the picker that has come up under the finger.
  // What was touched may be drawn anew before the finger is lifted: only the start of the touch surely comes here.
  stage.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });

  function undoGesture() {
    if (gesture) restore(gesture);
    gesture = null;
  }

  function restore(of) {
    if (of.before) boxes.set(of.before.id, of.before);
  }

  function finish(done) {
    if (!done.wandered) {
      tapped(done);
    } else if (done.kind === "draw") {
      finishDrawing(done.box);
    } else if (done.kind !== "pan") {
      const box = ordered(boxes.get(chosen).box.map((edge) => Math.min(1, Math.max(0, edge))));
      if (tooSmall(box)) restore(done);
      else put({ ...done.before, box, doubt: false });
    }
  }

  function tapped(done) {
    if (done.kind === "move" || done.kind === "resize") picking = true;
    else if (done.kind === "pan") select(done.id);
  }

  function finishDrawing(box) {
    if (tooSmall(box)) return;
    dropFresh();
    drawing = false;
    chosen = fresh = newId();
    put({ id: fresh, tile: lastFace, box, doubt: false });
    picking = true;
  }

  function tooSmall([x1, y1, x2, y2]) {
    const least = LEAST * grain();
    return (x2 - x1) * data.width < least || (y2 - y1) * data.height < least;
  }

  function share([x1, y1, x2, y2]) {
    const clip = (value) => Math.min(1, Math.max(0, value));
    return [clip(x1 / data.width), clip(y1 / data.height), clip(x2 / data.width), clip(y2 / data.height)];
  }

  function ordered([x1, y1, x2, y2]) {
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  }

  // A box with some of its edges (n, e, s, w) moved; with all four it keeps its size and stays in the photo.
  function shifted([x1, y1, x2, y2], edges, dx, dy) {
    if (edges === "nesw") {
      dx = Math.min(Math.max(dx, -x1), 1 - x2);
      dy = Math.min(Math.max(dy, -y1), 1 - y2);
    }
    return [x1 + (edges.includes("w") ? dx : 0), y1 + (edges.includes("n") ? dy : 0),
      x2 + (edges.includes("e") ? dx : 0), y2 + (edges.includes("s") ? dy : 0)];
  }

  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), pointOf(event));
  }, { passive: false });

  // --- keys -------------------------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function step(by) {
    const order = inOrder();
    if (!order.length) return;
    const at = order.indexOf(chosen);
    select(order[at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length]);
  }

  function arrow([dx, dy], event) {
    const box = boxes.get(chosen);
    const pixels = event.shiftKey ? 10 : 1;
    if (!box) {
      pan(dx * pixels * 8 * grain(), dy * pixels * 8 * grain());
      return;
    }
    const edges = event.altKey ? "es" : "nesw";
    const by = Math.max(1, grain()) * pixels;
    const next = shifted(box.box, edges, (dx * by) / data.width, (dy * by) / data.height);
    if (!tooSmall(next)) nudge({ ...box, box: share([next[0] * data.width, next[1] * data.height, next[2] * data.width, next[3] * data.height]), doubt: false });
  }

  function drawByKey() {
    dropFresh();
    const model = boxes.get(chosen)?.box ?? [...boxes.values()][0]?.box;
    const width = model ? model[2] - model[0] : 0.08;
    const height = model ? model[3] - model[1] : 0.11;
    const x = (shown.x + shown.width / 2) / data.width;
    const y = (shown.y + shown.height / 2) / data.height;
    chosen = fresh = newId();
    put({ id: fresh, tile: lastFace, box: ordered(share([(x - width / 2) * data.width, (y - height / 2) * data.height, (x + width / 2) * data.width, (y + height / 2) * data.height])), doubt: false });
    draw();
  }

  const COMMANDS = {
    "[": () => step(-1), "]": () => step(1), n: drawByKey, " ": () => { picking = chosen !== null; draw(); },
    Delete: () => select(remove(chosen) ?? null), Backspace: () => select(remove(chosen) ?? null),
    b: () => { name("back"); draw(); }, r: () => report({ do: "turn", by: 1 }), x: () => leave({ do: "skip" }),
    Enter: () => leave({ do: "accept" }), PageUp: () => leave({ do: "previous" }), PageDown: () => leave({ do: "next" }),
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: () => { fit(); draw(); },
    Escape: () => (picking ? closePicker() : drawing ? toggleDrawing() : select(null)),
  };

  root.addEventListener("keydown", (event) => {
    if (leaving || !data) return;
    root.classList.add("keyed");
    // A button that has the focus keeps its own keys.
    const onButton = event.target !== root && ["Enter", " "].includes(event.key);
    if (onButton || (picking && event.key !== "Escape")) return;
    if (event.ctrlKey || event.metaKey) {
      const back = event.key.toLowerCase() === "z" && !event.shiftKey;
      const again = event.key.toLowerCase() === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
      if (!back && !again) return;
      event.preventDefault();
      report({ do: back ? "undo" : "redo" });
      return;
    }
    if (typed(event.key)) {
      event.preventDefault();
      return;
    }
    const act = ARROWS[event.key] ? () => arrow(ARROWS[event.key], event) : COMMANDS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // A face is typed as it is written: 3m. Returns whether the key was a part of one.
  function typed(key) {
    if (/^[1-9]$/.test(key) && boxes.has(chosen)) {
      digit = key;
      return true;
    }
    const code = digit + key;
    digit = "";
    if (!SUITS.includes(key) || !data.names[code]) return false;
    name(code);
    draw();
    return true;
  }

  // --- drawing ----------------------------------------------------------------------------------------------

  function label(box) {
    const text = data.names[box.tile];
    return box.doubt ? `${text}, ${data.text.doubt}` : text;
  }

  function frame(box) {
    const [x1, y1, x2, y2] = box.box.map((edge, at) => edge * (at % 2 ? data.height : data.width));
    const marks = `${box.doubt ? " doubt" : ""}${box.id === chosen ? " chosen" : ""}${box.id === fresh ? " fresh" : ""}`;
    const rect = svg("rect", { x: x1, y: y1, width: Math.max(0, x2 - x1), height: Math.max(0, y2 - y1), class: `frame${marks}`,
      role: "button", "aria-label": label(box), "data-box": box.id, "data-code": box.tile });
    // The face lies on the foot of the box, small enough to see what is below it.
    const width = Math.min((x2 - x1) * 0.5, 44 * grain());
    const face = svg("image", { href: faceOf(box.tile), x: (x1 + x2) / 2 - width / 2, y: y2 - width * 0.4, width, height: width * 4 / 3, class: "face" });
    return box.id === fresh ? [rect] : [rect, face];
  }

  function handles(box) {
    const [x1, y1, x2, y2] = box.box.map((edge, at) => edge * (at % 2 ? data.height : data.width));
    const middle = [(x1 + x2) / 2, (y1 + y2) / 2];
    const corners = { nw: [x1, y1], ne: [x2, y1], sw: [x1, y2], se: [x2, y2] };
    const sides = { n: [middle[0], y1], s: [middle[0], y2], w: [x1, middle[1]], e: [x2, middle[1]] };
    // On small boxes the handles of the sides would leave no room to take hold of the box.
    const roomy = Math.min(x2 - x1, y2 - y1) > 70 * grain();
    return Object.entries(roomy ? { ...corners, ...sides } : corners).flatMap(([at, [cx, cy]]) => [
      svg("circle", { cx, cy, r: 7 * grain(), class: "knob" }),
      // Most of what a finger takes hold of lies outside the box, so that a small one can still be tapped and moved.
      svg("circle", { cx: cx + outwards(at, "w", "e") * 12 * grain(), cy: cy + outwards(at, "n", "s") * 12 * grain(), r: 18 * grain(), class: "grip", "data-handle": at }),
    ]);
  }

  function outwards(at, before, after) {
    return at.includes(before) ? -1 : at.includes(after) ? 1 : 0;
  }

  function drawStage() {
    root.setAttribute("aria-busy", String(queue.length > 0 || moved !== null));
    stage.setAttribute("viewBox", `${shown.x} ${shown.y} ${shown.width} ${shown.height}`);
    stage.style.aspectRatio = `${data.width} / ${data.height}`;
    stage.classList.toggle("drawing", drawing);
    stage.classList.toggle("leaving", Boolean(leaving));
    stage.setAttribute("aria-label", data.text.title);
    const rest = inOrder().map((id) => boxes.get(id)).filter((box) => box.id !== chosen);
    const selected = boxes.get(chosen);
    const parts = rest.flatMap(frame);
    if (selected) parts.push(...frame(selected), ...handles(selected));
    if (gesture?.kind === "draw" && gesture.box) {
      const [x1, y1, x2, y2] = gesture.box.map((edge, at) => edge * (at % 2 ? data.height : data.width));
      parts.push(svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, class: "frame chosen" }));
    }
    layer.replaceChildren(...parts);
  }

  function drawPicture(tries = 40) {
    const href = pictureOf(`--label-photo-${data.photo.slice(0, 12)}`);
    if (!href && tries) {
      // The page's style is on its way.
      setTimeout(() => drawPicture(tries - 1), 50);
      return;
    }
    const [width, height] = data.turn % 2 ? [data.height, data.width] : [data.width, data.height];
    if (picture.getAttribute("href") !== href) picture.setAttribute("href", href);
    picture.setAttribute("width", width);
    picture.setAttribute("height", height);
    const places = ["", `translate(${data.width} 0) rotate(90)`, `translate(${data.width} ${data.height}) rotate(180)`,
      `translate(0 ${data.height}) rotate(270)`];
    picture.setAttribute("transform", places[data.turn]);
  }

  function tool(sign, key, does, options = {}) {
    const { shownText, ...attributes } = options;
    return element("button", { type: "button", class: "plain", title: data.text[key], "aria-label": data.text[key], "data-do": key,
      ...attributes, on: () => { does(); draw(); } },
      element("span", { class: "sign", "aria-hidden": "true", text: sign }), shownText && element("span", { text: data.text[key] }));
  }

  function toggleDrawing() {
    drawing = !drawing;
    draw();
  }

  function drawTools() {
    const box = boxes.get(chosen);
    tools.replaceChildren(
      tool("＋", "draw", toggleDrawing, { "aria-pressed": String(drawing), class: drawing ? "plain strong" : "plain", shownText: true }),
      element("button", { type: "button", class: "plain face-button", "data-do": "pick", disabled: !box, title: data.text.pick,
        "aria-label": data.text.pick, on: () => { picking = true; draw(); } },
        box && box.id !== fresh ? element("span", { class: "tile tiny", face: box.tile }) : element("span", { class: "tile tiny blank" })),
      tool("✕", "remove", () => { chosen = remove(chosen) ?? null; }, { disabled: !box }),
      tool("↶", "undo", () => report({ do: "undo" }), { disabled: !data.undo && !queue.length }),
      tool("↷", "redo", () => report({ do: "redo" }), { disabled: !data.redo }),
      tool("⟳", "turn", () => report({ do: "turn", by: 1 })),
      tool("⟲", "reset", () => report({ do: "reset" })),
      tool("−", "zoom_out", () => zoom(1 / 1.5)),
      tool("＋", "zoom_in", () => zoom(1.5)),
      tool("⤢", "fit", fit),
      element("span", { class: "count", text: drawing ? data.text.drawing : `${boxes.size}` }),
    );
    ways.replaceChildren(
      tool("‹", "previous", () => leave({ do: "previous" }), { disabled: data.first }),
      tool("⤼", "skip", () => leave({ do: "skip" }), { shownText: true }),
      tool("✓", "accept", () => leave({ do: "accept" }), { shownText: true, class: "plain strong" }),
      tool("›", "next", () => leave({ do: "next" }), { disabled: data.last }),
    );
    for (const button of [...tools.children, ...ways.children]) if (leaving) button.setAttribute("disabled", "");
    keys.replaceChildren(element("summary", { text: data.text.keys.split("\n")[0] }),
      ...data.text.keys.split("\n").slice(1).map((line) => element("p", { text: line })));
  }

  function closePicker() {
    picking = false;
    dropFresh();
    draw();
    root.focus({ preventScroll: true });
  }

  // What the photo shows in a box.
  function cropOf({ box: [x1, y1, x2, y2] }) {
    const [width, height] = [(x2 - x1) * data.width, (y2 - y1) * data.height];
    return svg("svg", { class: "crop", viewBox: `${x1 * data.width} ${y1 * data.height} ${width} ${height}`, "aria-hidden": "true" },
      picture.cloneNode());
  }

  function drawPicker() {
    const box = boxes.get(chosen);
    if (!box) picking = false;
    const suits = [...data.picker].sort((a, b) => (b.suit === box?.tile.slice(-1)) - (a.suit === box?.tile.slice(-1)));
    sheet.setAttribute("aria-label", data.text.pick);
    sheet.replaceChildren(
      element("header", {}, box && cropOf(box), element("strong", { text: data.text.pick }),
        element("button", { type: "button", class: "plain strong", "data-do": "done", text: data.text.done, on: closePicker })),
      ...suits.map((suit) => element("section", { class: "group", role: "group", "aria-label": suit.label },
        element("h4", { text: suit.label }),
        ...suit.tiles.map((face) => element("button", { type: "button", class: "tile", face: face.code, title: face.name, "aria-label": face.name,
          "data-pick": face.code, on: () => { name(face.code); closePicker(); } })))));
    sheet.hidden = false;
    sheet.popover = "manual";
    if (picking !== sheet.matches(":popover-open")) sheet.togglePopover(picking);
  }

  function draw() {
    const focus = root.getRootNode().activeElement?.dataset?.do;
    const within = root.getRootNode().activeElement !== root && root.contains(root.getRootNode().activeElement);
    drawStage();
    drawTools();
    drawPicker();
    // Redrawing must not throw a keyboard user back to the top of the page.
    if (within && focus) (root.querySelector(`[data-do="${focus}"]:not([disabled])`) ?? root).focus({ preventScroll: true });
  }

  // What has not been reported when the page goes to sleep would be lost.
  document.addEventListener("visibilitychange", () => root.isConnected && flush());
  addEventListener("pagehide", () => root.isConnected && flush());
  // Nor is a change on its way to the server saved yet: the browser asks before it leaves.
  addEventListener("beforeunload", (event) => { if (root.isConnected && (queue.length || moved)) event.preventDefault(); });

  return {
    show(next, sender) {
      const other = data?.photo !== next.photo;
      const turned = data?.turn !== next.turn;
      data = next;
      send = sender;
      number = Math.max(number, data.applied);
      queue = queue.filter((action) => action.n > data.applied);
      if (data.applied >= leaving) leaving = 0;
      if (other) {
        undoGesture();
        fresh = null;
        drawing = picking = false;
        chosen = data.select;
      }
      boxes = new Map(data.boxes.map((box) => [box.id, box]));
      for (const action of queue) {
        if (action.photo !== data.photo) continue;
        if (action.do === "set" && action.turn === data.turn) boxes.set(action.id, { id: action.id, tile: action.tile, box: action.box, doubt: false });
        if (action.do === "remove") boxes.delete(action.id);
      }
      if (moved) boxes.set(moved.box.id, moved.box);
      if (other || turned) near();
      // A finger that is down goes on with its box.
      if (gesture?.before && boxes.has(gesture.before.id) && gesture.wandered) gesture.before = { ...boxes.get(gesture.before.id), box: gesture.before.box };
      if (!boxes.has(chosen)) chosen = null;
      if (!boxes.has(fresh)) fresh = null;
      drawPicture();
      draw();
    },
  };
}

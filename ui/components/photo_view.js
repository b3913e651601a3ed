// The photo with its frames, cropped to the tiles. Talks to the strip by events on the document.

export default function (component) {
  const root = component.parentElement.querySelector(".photo");
  const { data } = component;
  // The same photo comes again with every rerun of the page, with other tiles of it in use.
  if (root.hule?.source !== data.source) root.hule = createView(root, data);
  root.hule.show(data);
}

function button(on) {
  const node = document.createElement("button");
  node.type = "button";
  node.addEventListener("click", on);
  return node;
}

function createView(root, { source, width, height }) {
  let data = null;
  let whole = false;
  let drawing = null; // null, {} while a box is awaited, {from, to} while it is drawn
  document.huleShot = { source, width, height };

  const frames = svg("g", {});
  const rubber = svg("rect", { class: "rubber", visibility: "hidden" });
  const picture = svg("svg", { role: "group" },
    svg("image", { href: source, width, height, preserveAspectRatio: "none" }), frames, rubber);
  const missed = button(() => { drawing = drawing ? null : {}; dress(); });
  missed.dataset.do = "draw";
  const toggle = button(() => { whole = !whole; dress(); });
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.append(missed, toggle);
  root.replaceChildren(picture, bar);

  function frame({ box: [x1, y1, x2, y2], index = null, id = null, doubt, used, label, code }) {
    const kind = `frame${doubt ? " doubt" : ""}${used ? "" : " unused"}`;
    const node = svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.12, class: kind,
      role: "button", tabindex: 0, "aria-label": label });
    if (index !== null) node.dataset.box = index;
    if (id !== null) node.dataset.id = id;
    const choose = () => {
      mark({ box: index, id });
      document.dispatchEvent(new CustomEvent("hule:box", { detail: { box: index, id, code: used ? null : code } }));
    };
    node.onclick = () => drawing || choose();
    node.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); }
    };
    return node;
  }

  function mark({ box, id }) {
    for (const node of frames.children) {
      const own = node.dataset.id !== undefined ? Number(node.dataset.id) === id : Number(node.dataset.box) === box;
      node.classList.toggle("chosen", own && (box !== null || id !== null));
    }
  }
  document.addEventListener("hule:tile", (event) => root.isConnected && mark(event.detail));

  function dress() {
    const [x, y, w, h] = whole ? [0, 0, width, height] : data.crop;
    picture.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    picture.style.aspectRatio = `${w} / ${h}`;
    picture.setAttribute("aria-label", data.text.alt);
    picture.classList.toggle("drawing", Boolean(drawing));
    toggle.textContent = whole ? data.text.crop : data.text.whole;
    missed.textContent = drawing ? data.text.draw_now : data.text.draw;
    missed.setAttribute("aria-pressed", drawing ? "true" : "false");
  }

  // Drawing a tile that the reader missed: from one corner to the other, or a tap for one of the usual size.
  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  function spanned({ from, to }) {
    const [[a, b], [c, d]] = [from, to];
    if (Math.abs(c - a) > data.usual[0] / 4 && Math.abs(d - b) > data.usual[1] / 4) {
      return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)].map(Math.round);
    }
    const [w, h] = data.usual;
    return [c - w / 2, d - h / 2, c + w / 2, d + h / 2].map(Math.round);
  }
  picture.addEventListener("pointerdown", (event) => {
    if (!drawing) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    drawing = { from: place(event), to: place(event) };
  });
  picture.addEventListener("pointermove", (event) => {
    if (!drawing?.from) return;
    drawing.to = place(event);
    const [x1, y1, x2, y2] = spanned(drawing);
    for (const [name, value] of Object.entries({ x: x1, y: y1, width: x2 - x1, height: y2 - y1, visibility: "visible" })) {
      rubber.setAttribute(name, value);
    }
  });
  picture.addEventListener("pointerup", () => {
    if (!drawing?.from) return;
    const area = spanned(drawing);
    drawing = null;
    rubber.setAttribute("visibility", "hidden");
    dress();
    document.dispatchEvent(new CustomEvent("hule:draw", { detail: { area } }));
  });

  return {
    source,
    show(next) {
      const same = JSON.stringify(next.boxes) === JSON.stringify(data?.boxes);
      data = next;
      if (!same) patch(frames, data.boxes.map(frame));
      dress();
    },
  };
}

// The photo with its frames, cropped to the tiles. Talks to the strip by events on the document.

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export default function (component) {
  const root = component.parentElement.querySelector(".photo");
  const { data } = component;
  // The same photo comes again with every rerun of the page.
  const same = root.hule?.source === data.source && root.hule?.language === data.text.alt;
  if (same) return;
  const whole = root.hule?.source === data.source ? root.hule.whole : false;
  root.hule = { source: data.source, language: data.text.alt, whole };

  const frames = data.boxes.map(({ box: [x1, y1, x2, y2], doubt, label }, index) => {
    const corner = (x2 - x1) * 0.12;
    const frame = svg("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: corner,
      class: doubt ? "frame doubt" : "frame", role: "button", tabindex: 0, "aria-label": label, "data-box": index });
    const choose = () => {
      mark(index);
      document.dispatchEvent(new CustomEvent("hule:box", { detail: { box: index } }));
    };
    frame.addEventListener("click", choose);
    frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); }
    });
    return frame;
  });

  function mark(index) {
    frames.forEach((frame, each) => frame.classList.toggle("chosen", each === index));
  }
  document.addEventListener("hule:tile", (event) => root.isConnected && mark(event.detail.box));

  const picture = svg("svg", { role: "group", "aria-label": data.text.alt },
    svg("image", { href: data.source, width: data.width, height: data.height, preserveAspectRatio: "none" }), ...frames);
  const toggle = document.createElement("button");
  toggle.type = "button";

  function frameView() {
    const [x, y, width, height] = root.hule.whole ? [0, 0, data.width, data.height] : data.crop;
    picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    picture.style.aspectRatio = `${width} / ${height}`;
    toggle.textContent = root.hule.whole ? data.text.crop : data.text.whole;
  }
  toggle.addEventListener("click", () => { root.hule.whole = !root.hule.whole; frameView(); });
  frameView();
  root.replaceChildren(picture, toggle);
}

// The nodes that the editors and the photo are made of. They are made once and changed in place: one that was exchanged
// for another while a finger or the mouse is on it would lose the tap. Read in before each of their scripts.

const SVG = "http://www.w3.org/2000/svg";

// Sets the attributes that differ; null, undefined and false take one away.
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const wanted = value === true ? "" : (value ?? false) === false ? null : String(value);
    if (node.getAttribute(name) === wanted) continue;
    if (wanted === null) node.removeAttribute(name);
    else node.setAttribute(name, wanted);
  }
  return node;
}

function svg(tag, attributes, ...children) {
  const node = set(document.createElementNS(SVG, tag), attributes);
  node.append(...children);
  return node;
}

function element(tag, { on, text, face, ...attributes } = {}, ...children) {
  const node = set(document.createElement(tag), attributes);
  if (text) node.textContent = text;
  if (face) node.style.setProperty("--face", `var(--tile-${face})`);
  node.onclick = on ?? null;
  node.append(...children.filter(Boolean));
  return node;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// Makes these the children of a node, in this order; those that are in their place stay there.
function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, at) => {
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
}

// Makes the children of a node like these. Those that are there already stay, and take over what is new of their like.
function patch(parent, nodes) {
  const there = keyed([...parent.children]);
  arrange(parent, [...keyed(nodes)].map(([key, node]) => (there.has(key) ? become(there.get(key), node) : node)));
}

function become(node, like) {
  for (const { name } of [...node.attributes]) if (!like.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of like.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  [node.onclick, node.onkeydown] = [like.onclick, like.onkeydown];
  if (like.children.length || node.children.length) patch(node, [...like.children]);
  else write(node, like.textContent);
  return node;
}

// Nodes by what they are for, so that none becomes another under a finger; alike ones by their order.
function keyed(nodes) {
  const found = new Map();
  for (const node of nodes) {
    let nth = 0;
    const key = () => `${node.tagName} ${purposeOf(node)} ${nth}`;
    while (found.has(key())) nth++;
    found.set(key(), node);
  }
  return found;
}

function purposeOf(node) {
  const { id, pick, turned, box, code, kind, do: does } = node.dataset;
  if (id !== undefined) return id;
  if (node.tagName === "SECTION") return node.getAttribute("aria-label");
  return JSON.stringify([pick, turned, box, code, kind, does, does && node.textContent]);
}

// The nodes that the editor is made of. They are made once and changed in place: one that was exchanged for another
// while a finger or the mouse is on it would lose the tap.

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
  if (on) node.addEventListener("click", on);
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

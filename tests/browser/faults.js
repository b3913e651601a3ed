// What somebody with weak eyes, thick fingers or a narrow screen would stumble over. Gives a sentence for each.
(large) => {
  const found = new Set();
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (node) => `${node.tagName.toLowerCase()} "${(node.getAttribute("aria-label") || node.textContent || "").trim().slice(0, 24)}"`;
  const text = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const scrolls = (node) => {
    for (let up = node.parentElement; up && !up.matches('[data-testid="stMain"]'); up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return true;
    }
    return false;
  };
  const look = (node) => {
    const style = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    // Text for screen readers alone is a pixel wide.
    if (box.width <= 2 || box.height <= 2 || !shown(node)) return;
    const icon = node.matches('[data-testid="stIconMaterial"], [aria-hidden="true"], [aria-hidden="true"] *');
    if (text(node) && !icon) {
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(node)) found.add(`out of the screen: ${name(node)}`);
      const hides = ["hidden", "clip"].includes(style.overflowX);
      if (hides && node.scrollWidth > node.clientWidth + 1) found.add(`text cut off: ${name(node)}`);
      for (let up = node; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).textOverflow === "ellipsis" && up.scrollWidth > up.clientWidth + 1) found.add(`text cut short: ${name(up)}`);
      }
      if (large && parseFloat(style.fontSize) > 0 && parseFloat(style.fontSize) < 21.9) found.add(`small text (${style.fontSize}): ${name(node)}`);
    }
    if (large && node.matches(".hule-tile, .tile") && box.width < 47.5) found.add(`small tile (${box.width}): ${name(node)}`);
    if (node.matches('button, summary, [role=combobox], [role=button]:not(svg *), [role=tab], .stTextInput input, .stNumberInput input, .stCheckbox label, [data-testid="stPageLink-NavLink"]') && (box.width < 43.5 || box.height < 43.5)) {
      found.add(`hard to hit (${Math.round(box.width)}×${Math.round(box.height)}): ${name(node)}`);
    }
  };
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      look(node);
      if (node.shadowRoot) walk(node.shadowRoot);
    }
  };
  walk(document.body);
  for (const node of [document.documentElement, document.querySelector('[data-testid="stMain"]')]) {
    if (!node || node.scrollWidth <= node.clientWidth) continue;
    const wide = [...node.querySelectorAll("*")].filter((each) => shown(each) && each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each));
    found.add(`scrolls sideways by ${node.scrollWidth - node.clientWidth}: ${wide.slice(-1).map((each) => each.outerHTML.slice(0, 160))}`);
  }
  return [...found];
}

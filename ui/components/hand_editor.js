// The tile strip and its picker. Draws what Python sends; reports taps as a numbered log.
// All text goes through textContent: names typed by people are never markup.

const UNCONFIRMED = "hule_taps"; // where the tab keeps the taps that a reload would lose

export default function (component) {
  const root = component.parentElement.querySelector(".editor");
  const editor = (root.hule ??= createEditor(root));
  editor.show(component.data, (log) => component.setStateValue("log", log));
}

function createEditor(root) {
  let data = null;
  let send = null;
  let queue = []; // taps that Python has not confirmed
  let number = 0;
  let open = null; // null, {id} of a tile, {add, win?, area?} for one more, or {turned: name} for a tile turned over
  let suitFirst = null;
  let digit = ""; // the rank that was typed last, until its suit follows
  const wide = matchMedia("(min-width: 900px)");
  let keypads = 0; // how often Python has asked for the keypad

  const strip = element("div", { class: "strip", role: "group" });
  const hints = element("div", { class: "hints", "aria-live": "polite" });
  const bar = element("div", { class: "bar", role: "toolbar" });
  const sheet = element("div", { class: "sheet", role: "dialog", tabindex: "-1", hidden: true });
  root.replaceChildren(strip, hints, bar, sheet);

  function tap(action) {
    queue.push({ ...action, n: ++number });
    keepTaps();
    send(queue);
    if (open?.add) drawSheet();
  }

  // A tap outlives a reload of the page until Python has confirmed it; it counts only for the hand it was meant for.
  function keepTaps() {
    try {
      sessionStorage.setItem(UNCONFIRMED, JSON.stringify({ place: data.place, queue }));
    } catch {
      // A browser that keeps nothing for pages: a reload then loses taps on their way.
    }
  }

  function keptTaps(place) {
    try {
      const kept = JSON.parse(sessionStorage.getItem(UNCONFIRMED));
      return kept?.place === place ? kept.queue : [];
    } catch {
      return [];
    }
  }

  function openFor(what) {
    open = what;
    draw();
    sheet.scrollTop = 0;
  }

  function select(piece, from) {
    open = { id: piece.id };
    suitFirst = piece.code.slice(-1);
    draw();
    sheet.scrollTop = 0;
    if (from !== "photo") announce(piece);
    root.querySelector(`[data-id="${piece.id}"]`)?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  function announce(piece) {
    document.dispatchEvent(new CustomEvent("hule:tile", { detail: { box: piece?.box ?? null, id: piece?.id ?? null } }));
  }

  function close() {
    open = null;
    announce(null);
    draw();
  }

  function pieces() {
    return data.rows.flatMap((row) => row.tiles);
  }

  function tileButton(tile, extra, on) {
    return element("button", { class: "tile", type: "button", face: tile.code, "aria-label": tile.label ?? tile.name,
      title: tile.name, "data-code": tile.code, ...extra, on });
  }

  function drawStrip() {
    strip.setAttribute("aria-label", data.text.title);
    const rows = data.rows.map((row) => stripRow(row.kind, row.label, row.tiles.map(stripTile)));
    const turned = data.turned.map((each) => stripRow("turned", each.label, [turnedTile(each)]));
    const empty = data.empty && element("p", { class: "empty", text: data.text.empty });
    patch(strip, [empty, ...rows, ...turned].filter(Boolean));
  }

  function stripRow(kind, label, tiles) {
    return element("div", { class: `row ${kind}` }, element("span", { class: "label", text: label }),
      element("div", { class: "tiles" }, ...tiles));
  }

  // The tile turned over for the deal (金, 财神), or a gap to tap for choosing it.
  function turnedTile({ name, label, tile }) {
    const on = () => (open?.turned === name ? close() : openFor({ turned: name }));
    const marks = { "data-turned": name, "aria-pressed": open?.turned === name ? "true" : "false" };
    return tile ? tileButton({ ...tile, label: `${label} ${tile.name}` }, marks, on)
      : element("button", { class: "tile gap", type: "button", "aria-label": label, text: "?", ...marks, on });
  }

  function stripTile(tile) {
    const marks = `${tile.doubt ? " doubt" : ""}${tile.won ? " winning" : ""}`;
    return tileButton(tile, { class: `tile${marks}`, "data-id": tile.id, "data-box": tile.box,
      "data-badge": tile.won ? data.text.win_badge : null, "aria-pressed": open?.id === tile.id ? "true" : "false",
    }, () => (open?.id === tile.id ? close() : select(tile)));
  }

  function drawHints() {
    const lines = data.hints.map((line) => element("p", { text: line }));
    for (const fix of data.fixes) {
      lines.push(element("div", { class: "fix" }, fix.text && element("span", { text: fix.text }),
        ...fix.choices.map(actionButton)));
    }
    if (data.complete) {
      lines.push(element("p", { text: data.complete.length ? data.text.complete : data.text.complete_none }));
      lines.push(element("div", { class: "complete" },
        ...data.complete.map((tile) => tileButton(tile, { class: "tile large", "data-do": "add_win" },
          () => tap({ do: "add_win", tile: tile.code }))),
        element("button", { type: "button", class: "plain", text: data.text.other, "data-do": "open_win",
          on: () => openFor({ add: true, win: true }) })));
    }
    patch(hints, lines);
  }

  function barButton(sign, text, action, disabled) {
    return element("button", { type: "button", class: "plain", disabled, title: text, "aria-label": text, "data-do": action.do, on: () => tap(action) },
      element("span", { class: "sign", "aria-hidden": "true", text: sign }), element("span", { class: "word", text }));
  }

  function drawBar() {
    const { text } = data;
    patch(bar, [
      element("button", { type: "button", class: "plain strong", "data-do": "open_add",
        on: () => openFor({ add: true }) },
        element("span", { class: "sign", "aria-hidden": "true", text: "＋" }), element("span", { text: text.add })),
      barButton("↶", text.undo, { do: "undo" }, !data.undo),
      barButton("↷", text.redo, { do: "redo" }, !data.redo),
      barButton("⇅", text.sort, { do: "sort" }, data.empty),
      barButton("✕", text.clear, { do: "clear" }, data.empty),
      element("span", { class: "count", text: data.count }),
    ]);
  }

  function actionButton(choice) {
    return element("button", { type: "button", class: "plain", text: choice.label, "data-do": choice.action.do,
      "data-kind": choice.action.kind ?? choice.action.type, on: () => {
        tap(choice.action);
        if (choice.stay) open = { id: choice.action.id ?? choice.action.ids[0] };
        else if (open) close();
      } });
  }

  function pickerGroup(label, tiles, pick, extra) {
    const long = data.picker.some((suit) => suit.label.length > 4); // all suits alike
    return element("section", { class: `group ${extra ?? ""}${long ? " long" : ""}`, role: "group", "aria-label": label },
      element("h2", { text: label }),
      ...tiles.map((tile) => {
        const button = tileButton(tile, { class: "tile", "data-pick": tile.code }, () => pick(tile));
        return element("div", { class: "choice" }, button, tile.chance && element("small", { text: tile.chance }));
      }));
  }

  function drawSheet() {
    const chosen = open?.id !== undefined ? pieces().find((piece) => piece.id === open.id) : null;
    if (!open || (open.id !== undefined && !chosen)) {
      open = null;
      showSheet(false);
      return;
    }
    const suits = [...data.picker];
    if (chosen) suits.sort((a, b) => (b.suit === suitFirst) - (a.suit === suitFirst));
    const title = open.turned ? data.turned.find((each) => each.name === open.turned).label
      : open.win ? data.text.picker_win : open.add ? data.text.picker_add : data.text.picker_title;
    const seen = chosen?.area ?? open.area;
    const many = open.add && !open.win && !open.area; // the keypad stays open for the next tile
    const coming = queue.filter((action) => action.do === "add"); // taps that are still on their way
    sheet.setAttribute("aria-label", title);
    patch(sheet, [
      element("header", {},
        seen && crop(seen),
        chosen && element("span", { class: "tile medium", face: chosen.code, role: "img", "aria-label": chosen.name }),
        element("strong", { text: title }),
        many && element("span", { class: "count", text: data.count }),
        many && element("button", { type: "button", class: "plain", text: data.text.back, "data-do": "back",
          disabled: data.empty && !coming.length, on: () => tap({ do: "back" }) }),
        element("button", { type: "button", class: "plain strong", text: data.text.close, "data-do": "close", on: close })),
      many && element("div", { class: "preview", "aria-hidden": "true" },
        ...pieces().map((piece) => element("span", { class: "tile tiny", face: piece.code })),
        ...coming.map((action) => element("span", { class: "tile tiny coming", face: action.tile }))),
      chosen && chosen.alternatives.length > 0 && pickerGroup(data.text.alternatives, chosen.alternatives, pick, "likely"),
      chosen && element("div", { class: "actions" }, ...chosen.actions.map(actionButton)),
      ...suits.map((suit) => pickerGroup(suit.label, suit.tiles, pick)),
    ].filter(Boolean));
    showSheet(true);
  }

  function pick(tile) {
    const { add, win, area, turned, id } = open;
    if (add && !win && !area) {
      tap({ do: "add", tile: tile.code });
      return;
    }
    if (turned) tap({ do: "fact", name: turned, tile: tile.code });
    else if (win) tap({ do: "add_win", tile: tile.code });
    else if (area) tap({ do: "add", tile: tile.code, area });
    else tap({ do: "change", id, tile: tile.code });
    close();
  }

  // The tile as the photo shows it; the photo view keeps the picture.
  function crop([x1, y1, x2, y2]) {
    const shot = document.huleShot;
    if (!shot) return null;
    const picture = { href: shot.source, width: shot.width, height: shot.height, preserveAspectRatio: "none" };
    return svg("svg", { viewBox: `${x1} ${y1} ${x2 - x1} ${y2 - y1}`, class: "crop", role: "img",
      "aria-label": data.text.as_seen }, svg("image", picture));
  }

  // On a phone the picker lies over the foot of the screen, on a wide screen below the strip.
  function showSheet(visible) {
    if (wide.matches) {
      sheet.removeAttribute("popover");
      sheet.hidden = !visible;
      return;
    }
    sheet.hidden = false;
    sheet.popover = "manual";
    if (visible !== sheet.matches(":popover-open")) sheet.togglePopover(visible);
  }

  function draw() {
    const focused = root.getRootNode().activeElement;
    const focus = focused && root.contains(focused) ? selectorOf(focused) : null;
    drawStrip();
    drawHints();
    drawBar();
    drawSheet();
    // What has the focus may give way to another of its kind: that must not throw a keyboard user back to the top.
    if (focus && !focused.isConnected) root.querySelector(focus)?.focus({ preventScroll: true });
  }

  document.addEventListener("hule:box", (event) => {
    if (!root.isConnected || !data) return;
    const { box, id, code } = event.detail;
    const piece = pieces().find((each) => (id === null ? each.box === box : each.id === id));
    if (piece) select(piece, "photo");
    else if (code) tap({ do: "add", tile: code, box }); // a tile of the photo that the hand does not hold
  });
  document.addEventListener("hule:draw", (event) => {
    if (root.isConnected && data) openFor({ add: true, area: event.detail.area });
  });
  document.addEventListener("keydown", (event) => {
    if (root.isConnected && data && isMeant(event) && press(event)) event.preventDefault();
  });

  // Keys count that go to nothing else: fields and the other controls of the page have their own use for them.
  function isMeant(event) {
    return !event.isComposing && (event.target === document.body || event.composedPath().includes(root));
  }

  // Keys on a laptop: 3 m picks a tile as it is written, arrows go from tile to tile, Delete takes one out.
  function press({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    const name = key.toLowerCase();
    if (ctrlKey || metaKey) {
      const back = name === "z" && !shiftKey;
      const forth = name === "y" || (name === "z" && shiftKey);
      if ((back && data.undo) || (forth && data.redo)) tap({ do: back ? "undo" : "redo" });
      return back || forth;
    }
    if (altKey) return false;
    if (key === "Escape" && open) return close(), true;
    if (key === "ArrowLeft" || key === "ArrowRight") return step(key === "ArrowRight" ? 1 : -1);
    if (key === "Delete" || (key === "Backspace" && open?.add)) return takeOut();
    const code = /^[1-9]$/.test(digit) ? digit + name : "";
    digit = /^[1-9]$/.test(name) ? name : "";
    const tile = open && data.picker.flatMap((suit) => suit.tiles).find((each) => each.code === code);
    if (tile) pick(tile);
    return Boolean(tile);
  }

  function step(by) {
    const all = pieces();
    const at = all.findIndex((piece) => piece.id === open?.id);
    if (at < 0) return false; // the page scrolls
    select(all[(at + by + all.length) % all.length]);
    return true;
  }

  function takeOut() {
    if (!open?.add && open?.id === undefined) return false;
    tap(open.add ? { do: "back" } : { do: "remove", id: open.id });
    return true;
  }

  return {
    show(next, sender) {
      const wasFull = data?.full;
      const found = data === null ? keptTaps(next.place) : [];
      const asked = next.keypad > keypads;
      if (asked) open = { add: true };
      keypads = next.keypad;
      data = next;
      send = sender;
      queue = [...found, ...queue].filter((action) => action.n > data.applied);
      number = Math.max(number, data.applied, ...queue.map((action) => action.n));
      keepTaps();
      // The last tile of a typed-in hand closes the keypad: the result is below.
      if (open?.add && !open.area && data.full && wasFull === false) open = null;
      draw();
      if (asked && open) sheet.focus({ preventScroll: true }); // from here on keys write tiles
      if (found.length && queue.length) setTimeout(() => send(queue));
    },
  };
}

function selectorOf(node) {
  const names = ["data-id", "data-pick", "data-turned", "data-do"].filter((name) => node.hasAttribute(name));
  return names.length ? names.map((name) => `[${name}="${node.getAttribute(name)}"]`).join("") : null;
}

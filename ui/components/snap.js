// Takes photos and sends each by itself until the server has it. What is not yet sent lies in the browser's own
// database, where it outlives the tab.

const PAUSES = [1, 2, 4, 8, 15];

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("hule-snap", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("photos", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function store(mode, act) {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction("photos", mode);
    const request = act(transaction.objectStore("photos"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  }).finally(() => db.close());
}

// A private window may have no database: photos then live as long as the page, for every copy of this script in it.
const memory = (globalThis.hulePhotos ??= new Map());
const keep = (item) => { memory.set(item.id, item); return store("readwrite", (s) => s.put(item)).catch(() => {}); };
const forget = (id) => { memory.delete(id); return store("readwrite", (s) => s.delete(id)).catch(() => {}); };
const kept = async () => {
  const found = await store("readonly", (s) => s.getAll()).catch(() => []);
  for (const item of found) if (!memory.has(item.id)) memory.set(item.id, item);
  return [...memory.values()].sort((a, b) => a.at - b.at);
};

// A message is part of a line elsewhere; here it is a sentence of its own.
const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// Drawn, because not every system has a font with little cameras.
const CAMERA = "M9 4 7.2 6H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-3.2L15 4zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9";
const PICTURE = "M5 3a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2zm0 14 4-5 3 3.5 4-5.5 3 5v2z";

function sign(path) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  line.setAttribute("d", path);
  line.setAttribute("fill", "currentColor");
  line.setAttribute("fill-rule", "evenodd");
  picture.append(line);
  return picture;
}

// The buttons that take photos; `take` is called with the files that a person chose.
export function ways(text, take) {
  return element("div", { class: "ways" },
    picker(text.take, { capture: "environment" }, CAMERA, true, take),
    picker(text.choose, { multiple: "" }, PICTURE, false, take));
}

const NEWS = "hule-photo";

// Keeps photos until they are sent; without an address they belong to the deal of the page that sends them.
export async function remember(files, address = null) {
  for (const [index, file] of files.entries()) {
    const id = `${Date.now()}-${index}-${Math.random().toString(36).slice(2)}`;
    await keep({ id, at: Date.now() + index, blob: file, address, tries: 0 });
  }
  dispatchEvent(new Event(NEWS));
}

// Whether photos are kept that are still to be sent.
export const someWait = async () => (await kept()).some((item) => !item.sent && !item.refused);

function picker(text, extra, symbol, strong, take) {
  const input = element("input", { type: "file", accept: "image/*", ...extra });
  input.addEventListener("change", () => { take([...input.files]); input.value = ""; });
  const label = element("label", { class: strong ? "button strong" : "button" }, sign(symbol), text);
  label.append(input);
  return label;
}

class Snap {
  constructor(root) {
    this.root = root;
    this.busy = new Set();
    this.wake = () => { if (document.visibilityState === "visible") this.pump(true); };
    this.news = () => this.pump(true);
    addEventListener("online", this.wake);
    addEventListener(NEWS, this.news);
    document.addEventListener("visibilitychange", this.wake);
    this.list = element("ul", { class: "photos", "aria-live": "polite" });
    this.lines = new Map(); // of the photos, by id: what each says, and its node
  }

  draw(component) {
    this.component = component;
    const { data } = component;
    const another = this.deal !== data.address.deal;
    this.deal = data.address.deal;
    if (this.language === data.language) {
      if (another) kept().then((items) => this.show(items));
      return;
    }
    this.language = data.language;
    const take = (files) => remember(files, { ...this.component.data.address });
    this.root.replaceChildren(ways(data.text, take), this.list);
    this.pump(true);
  }

  // Sends whatever waits; a person who comes back to the tab does not wait for the next try.
  async pump(now = false) {
    if (!this.root.isConnected) return this.stop();
    const items = await kept();
    for (const item of items) {
      if (this.busy.has(item.id) || item.refused || item.locked || item.sent) continue;
      if (now || !item.next || item.next <= Date.now()) this.send(item);
    }
    this.show(items);
  }

  async send(item) {
    this.busy.add(item.id);
    const { limit } = this.component.data;
    item = { ...item, address: item.address ?? { ...this.component.data.address } };
    try {
      // Sending on would be cut off half-way, and tried for ever.
      if (item.blob.size > limit.bytes) return await keep({ ...item, refused: limit.reason });
      const query = new URLSearchParams(item.address);
      if (item.insist) query.set("anyway", "1");
      const body = item.blob instanceof Blob ? await item.blob.arrayBuffer() : item.blob;
      const answer = await fetch(`/snap?${query}`, { method: "POST", body, credentials: "same-origin" });
      const told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
      if (answer.ok && told?.photo) await this.arrived(item, told);
      // In this page's memory alone: once the code is given, the page begins anew and sends it.
      else if (answer.status === 401) memory.set(item.id, { ...item, locked: true });
      else if (!told && answer.status === 413) await keep({ ...item, refused: limit.reason });
      else if (told?.reason && answer.status < 500) await keep({ ...item, refused: told.reason, mayInsist: told.anyway });
      else {
        item = { ...item, why: told?.reason };
        throw new Error(String(answer.status));
      }
    } catch {
      const pause = PAUSES[Math.min(item.tries, PAUSES.length - 1)] * 1000;
      await keep({ ...item, tries: item.tries + 1, next: Date.now() + pause });
      setTimeout(() => this.pump(), pause + 50);
    } finally {
      this.busy.delete(item.id);
      this.show(await kept());
    }
  }

  async arrived(item, told) {
    await forget(item.id);
    memory.set(item.id, { ...item, blob: null, sent: told });
    // The page may show another deal by now.
    this.component.setTriggerValue("photo", { photo: told.photo, deal: item.address.deal ?? null });
  }

  stop() {
    removeEventListener("online", this.wake);
    removeEventListener(NEWS, this.news);
    document.removeEventListener("visibilitychange", this.wake);
  }

  // A line stays as long as it says the same: its button may be under a finger.
  show(items) {
    // What became of a photo concerns the deal that it was sent to, and only the last is still on the way to the hand.
    const arrived = items.filter((item) => item.sent && item.address.deal === this.deal);
    const concerned = items.filter((item) => !item.sent || (arrived.includes(item) && item.sent.advice) || item === arrived.at(-1));
    const lines = concerned.map((item) => {
      const says = JSON.stringify([this.language, item.refused, item.mayInsist, item.locked, item.sent, item.tries > 0, item.why]);
      if (this.lines.get(item.id)?.says !== says) this.lines.set(item.id, { says, node: this.line(item) });
      return this.lines.get(item.id).node;
    });
    for (const line of [...this.list.children]) if (!lines.includes(line)) line.remove();
    lines.forEach((line, at) => {
      if (this.list.children[at] !== line) this.list.insertBefore(line, this.list.children[at] ?? null);
    });
  }

  line(item) {
    const { text, language } = this.component.data;
    const button = (label, act) => element("button", { type: "button", class: "button", onclick: act }, label);
    const line = element("li", { class: item.refused || item.locked || item.sent?.advice ? "trouble" : item.sent ? "done" : "going" });
    const say = (words) => line.append(element("p", {}, words));
    if (item.refused) {
      say(sentence(item.refused[language]));
      line.append(button(text.drop, () => this.drop(item)));
      if (item.mayInsist) line.append(button(text.anyway, () => this.insist(item)));
    } else if (item.locked) {
      say(text.locked);
      line.append(button(text.unlock, () => location.reload()));
    } else if (item.sent?.advice) {
      say(`${text.done} ${sentence(item.sent.advice[language])}`);
    } else if (item.sent) {
      say(item.sent.tiles ? text.done_count.replace("#", item.sent.tiles) : text.done);
    } else if (item.tries) {
      say(item.why ? `${sentence(item.why[language])} ${text.waiting}` : text.waiting);
    } else say(text.sending);
    return line;
  }

  async drop(item) { await forget(item.id); this.show(await kept()); }

  async insist(item) {
    await keep({ ...item, refused: null, insist: true, tries: 0, next: 0 });
    this.pump(true);
  }
}

export default function (component) {
  const root = component.parentElement.querySelector(".snap");
  root.hule ??= new Snap(root);
  root.hule.draw(component);
}

// The camera button before the page is there: Streamlit's scripts weigh three megabytes, and a phone needs seconds for
// them. A photo taken meanwhile is kept like any other, and the page sends it as soon as it has begun.

import { remember, someWait, ways } from "./snap.js";

const LOOK = 50; // milliseconds between two looks whether the page has begun
const PATIENCE = 60_000;

// The page has its own buttons, or it says why it has none.
function begun() {
  const part = document.querySelector(".st-key-snap");
  const camera = part && [...part.querySelectorAll("*")].some((each) => each.shadowRoot?.querySelector(".ways"));
  const upload = document.querySelector('.st-key-start [data-testid="stFileUploader"] button');
  return (camera && upload) || document.querySelector('[data-testid="stAlert"], [data-testid="stException"]');
}

// Whether a finger rests on a button, or the camera that it opened has not come back: until then the button stays.
class Use {
  constructor(root) {
    this.pressed = this.away = false;
    this.then = () => {};
    root.addEventListener("pointerdown", () => { this.pressed = true; });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, () => setTimeout(() => { this.pressed = false; }, LOOK));
    }
    root.addEventListener("click", (event) => { this.away ||= event.target.type === "file"; });
    for (const name of ["change", "cancel"]) {
      root.addEventListener(name, () => { this.away = false; this.then(); }, true);
    }
  }

  // Does something once the camera is back, at once where it is not open.
  whenBack(act) {
    if (this.away) this.then = act;
    else act();
  }
}

function enter(root) {
  const { text, address } = JSON.parse(root.querySelector("script").textContent);
  const status = root.querySelector("[role=status]");
  const take = async (files) => {
    if (files.length === 0) return;
    status.textContent = text.kept;
    await remember(files, address);
  };
  // With a mouse there is one button, and it is called otherwise.
  const desk = matchMedia("(min-width: 641px) and (pointer: fine)").matches;
  root.querySelector(".snap").append(ways(desk ? { ...text, choose: text.upload } : text, take));
  // As after a reload: it need not be taken again.
  someWait().then((some) => { if (some) status.textContent = text.kept; });
  const use = new Use(root);
  const until = Date.now() + PATIENCE;
  const look = setInterval(() => {
    if (use.pressed || (!begun() && Date.now() < until)) return;
    clearInterval(look);
    root.hidden = true;
    use.whenBack(() => root.remove());
  }, LOOK);
}

enter(document.getElementById("entry"));

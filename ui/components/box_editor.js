// The box editor. Draws what Python sends, follows fingers, mouse and keys, and reports finished gestures as a numbered
// log. The files before this one, box_*.js, are read in one after the other, as one module.

const ZOOM_STEP = 1.5;

export default function (component) {
  const root = component.parentElement.querySelector(".boxes");
  root.hule ??= new BoxEditor(root);
  root.hule.show(component.data, (log) => component.setStateValue("log", log));
}

class BoxEditor {
  labels = new BoxLabels();
  stage = new Stage();
  view = null; // the part of the photo on the screen
  drawing = false; // whether a drag draws a box
  sketch = null; // the box that a drag is drawing
  picking = false; // whether the picker is open
  #controls = new Controls(this);
  #gestures;

  constructor(root) {
    this.root = root;
    root.tabIndex = 0;
    root.replaceChildren(this.stage.node, ...this.#controls.nodes);
    this.#gestures = new Gestures(this);
    new Keys(this);
    this.#keepChanges();
  }

  // What has not been reported when the page goes to sleep would be lost, and so would what is on its way to the server
  // when the page is left: then the browser asks.
  #keepChanges() {
    const flush = () => this.root.isConnected && this.labels.flush();
    document.addEventListener("visibilitychange", flush);
    addEventListener("pagehide", flush);
    addEventListener("beforeunload", (event) => {
      flush();
      if (this.root.isConnected && this.labels.unsaved) event.preventDefault();
    });
  }

  show(data, send) {
    if (this.labels.data && this.labels.data.photo !== data.photo) this.#gestures.cancel();
    const { other, turned, asked } = this.labels.take(data, send);
    if (other || asked) this.drawing = this.picking = false;
    if (other || turned) this.view = this.#nearView();
    this.#gestures.goOn();
    this.stage.showPicture(data);
    this.draw();
    if (asked) this.stage.node.scrollIntoView({ block: "center" });
  }

  draw() {
    const { root } = this;
    if (!this.labels.selected) this.picking = false;
    set(root, { "aria-busy": String(this.labels.unsaved) });
    this.stage.draw(this);
    this.#controls.draw(this);
    // What cannot be pressed any more gives the keys back to the boxes.
    const { activeElement } = root.getRootNode();
    const idle = activeElement !== root && root.contains(activeElement) && (activeElement.disabled || !activeElement.checkVisibility());
    if (idle) root.focus({ preventScroll: true });
  }

  #nearView() {
    return viewOfBoxes([...this.labels.boxes.values()].map(({ box }) => box), this.labels.data);
  }

  // The whole photo; from there, the tiles.
  fit() {
    const { data } = this.labels;
    const enlarged = this.view.width < data.width || this.view.height < data.height;
    this.view = enlarged ? wholeView(data) : this.#nearView();
  }

  zoom(factor, at) {
    this.view = zoomedView(this.view, this.labels.data, factor, at);
  }

  pan(dx, dy) {
    this.view = movedView(this.view, this.labels.data, dx, dy);
  }

  // A box as large as the selected one, in the middle of the view.
  addBox() {
    this.labels.dropFresh();
    const like = this.labels.selected ?? this.labels.boxes.values().next().value;
    this.labels.add(boxInMiddle(this.view, this.labels.data, like?.box));
  }

  toggleDrawing() {
    this.drawing = !this.drawing;
  }

  openPicker() {
    this.picking = Boolean(this.labels.selected);
    this.draw();
  }

  closePicker() {
    this.picking = false;
    this.labels.dropFresh();
    this.draw();
    this.root.focus({ preventScroll: true });
  }

  escape() {
    if (this.picking) this.closePicker();
    else if (this.drawing) this.drawing = false;
    else this.labels.select(null);
  }
}

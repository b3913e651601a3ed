// Boxes and views. A box is [x1, y1, x2, y2], shares of the photo as it is shown; a size is { width, height } of that
// photo in pixels; a view is the part of it on the screen, { x, y, width, height } in those pixels.

const MOST_ZOOM = 16;
const ROOM = 1; // around the tiles when a photo opens, in tile widths
const NEW_BOX = [0, 0, 0.08, 0.11]; // as large as a tile in a photo that has none yet

function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}

function middleOf(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function ordered([x1, y1, x2, y2]) {
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

function clipped(box) {
  return box.map((edge) => clamp(edge, 0, 1));
}

function inPixels(box, size) {
  return box.map((edge, at) => edge * (at % 2 ? size.height : size.width));
}

// The box between two points in pixels, cut at the edges of the photo.
function boxBetween(one, other, size) {
  return clipped(ordered([one.x / size.width, one.y / size.height, other.x / size.width, other.y / size.height]));
}

// A box with some of its edges (n, e, s, w) moved; with all four it keeps its size and stays in the photo.
function shifted([x1, y1, x2, y2], edges, dx, dy) {
  if (edges === "nesw") {
    dx = clamp(dx, -x1, 1 - x2);
    dy = clamp(dy, -y1, 1 - y2);
  }
  return [x1 + (edges.includes("w") ? dx : 0), y1 + (edges.includes("n") ? dy : 0),
    x2 + (edges.includes("e") ? dx : 0), y2 + (edges.includes("s") ? dy : 0)];
}

// Whether a side of the box is shorter than so many pixels of the photo.
function tooSmall([x1, y1, x2, y2], size, least) {
  return (x2 - x1) * size.width < least || (y2 - y1) * size.height < least;
}

// A box as large as another, in the middle of the view.
function boxInMiddle(view, size, like = NEW_BOX) {
  const x = (view.x + view.width / 2) / size.width;
  const y = (view.y + view.height / 2) / size.height;
  const [across, down] = [(like[2] - like[0]) / 2, (like[3] - like[1]) / 2];
  return clipped([x - across, y - down, x + across, y + down]);
}

// The numbers of { id, box } as one reads: row by row, each from the left.
function readingOrder(marks) {
  if (!marks.length) return [];
  const row = middleOf(marks.map(({ box }) => box[3] - box[1])) || 0.1;
  return [...marks].sort((a, b) => Math.round((a.box[1] - b.box[1]) / row) || a.box[0] - b.box[0]).map(({ id }) => id);
}

function wholeView({ width, height }) {
  return { x: 0, y: 0, width, height };
}

// The boxes with some room around them; the whole photo where there are none.
function viewOfBoxes(boxes, size) {
  if (!boxes.length) return wholeView(size);
  const room = ROOM * middleOf(boxes.map((box) => box[2] - box[0]));
  const [x, y] = [0, 1].map((at) => Math.max(0, Math.min(...boxes.map((box) => box[at])) - room));
  const [right, bottom] = [2, 3].map((at) => Math.min(1, Math.max(...boxes.map((box) => box[at])) + room));
  return { x: x * size.width, y: y * size.height, width: (right - x) * size.width, height: (bottom - y) * size.height };
}

// The view enlarged so many times around a point, its middle by default.
function zoomedView(view, size, factor, at) {
  const centre = at ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  const width = clamp(view.width / factor, size.width / MOST_ZOOM, size.width);
  const scale = width / view.width;
  const moved = { x: centre.x - (centre.x - view.x) * scale, y: centre.y - (centre.y - view.y) * scale };
  return keptInside({ ...moved, width, height: view.height * scale }, size);
}

function movedView(view, size, dx, dy) {
  return keptInside({ ...view, x: view.x + dx, y: view.y + dy }, size);
}

function keptInside({ x, y, width, height }, size) {
  return { x: within(x, width, size.width), y: within(y, height, size.height), width, height };
}

function within(at, length, whole) {
  return length > whole ? (whole - length) / 2 : clamp(at, 0, whole - length);
}

// The heat map, the arcs and the table: one answer's weights as a picture.

// What is drawn.

const answer = () => answers[state.answer - 1];
const layer = () => answer().cross_attention[state.layer - 1];

function weights(head) {
  if (head !== "mean") return layer()[head - 1];
  return layer()[0].map((row, r) => row.map((_, c) =>
    layer().reduce((sum, one) => sum + one[r][c], 0) / layer().length));
}

const headsShown = () => (state.head === "all" ? layer().map((_, h) => h + 1) : [state.head]);
const headName = (head) => layer().length === 1 ? "its only head"
  : head === "mean" ? `mean of ${layer().length} heads` : `head ${head} of ${layer().length}`;

function viewName() {
  const count = answer().cross_attention.length;
  const which = { 1: "First decoder layer", [count]: "Last decoder layer" }[state.layer];
  const place = `${which ?? "Decoder layer"} (${state.layer} of ${count})`;
  const heads = state.head === "all" ? `all ${layer().length} heads` : headName(state.head);
  return `${count === 1 ? "The only decoder layer" : place}, ${heads}`;
}

/** Positions as drawn: special ones when asked for, neighbours together when there are too many. */
function groups(sequence) {
  const places = sequence.map((_, place) => place)
    .filter((place) => state.special || !sequence[place].special);
  const size = Math.ceil(places.length / MOST);
  return Array.from({ length: Math.ceil(places.length / size) || 0 },
    (_, group) => places.slice(group * size, (group + 1) * size));
}

function drawn() {
  const targets = answer().steps.map((step) => step.symbol);
  const rows = groups(targets), columns = groups(explanation.source);
  const label = (sequence) => (group) => {
    const first = sequence[group[0]]; // the caption says how many share a cell
    return { text: shown(first), special: first.special, unknown: first.unknown };
  };
  return { rows, columns, rowLabels: rows.map(label(targets)),
    columnLabels: columns.map(label(explanation.source)) };
}

const strongest = (matrix, row, column) =>
  Math.max(...row.flatMap((r) => column.map((c) => matrix[r][c])));

/** The colour of a weight, and the ink that reads best on it. */
const paint = (weight) => palette[Math.round(Math.min(Math.max(weight, 0), 1) * (palette.length - 1))];

const ruler = document.createElement("canvas").getContext("2d");
function measured(label, size, most) {
  ruler.font = `600 ${size}px ${FONT}`; // as wide as it gets: the arcs' ends turn bold
  let text = label.text;
  for (let cut = [...text]; ruler.measureText(text).width > most; text = `${cut.join("")}…`) cut.pop();
  return { ...label, whole: label.text, text, width: ruler.measureText(text).width };
}

function labelText(label, attributes) {
  const style = label.special ? { "font-style": "italic", opacity: 0.7 }
    : label.unknown ? { "text-decoration": "underline wavy" } : {};
  const element = svg("text", { fill: "currentColor", ...attributes, ...style }, label.text);
  element.append(svg("title", {}, label.unknown ? `${label.whole}: ${UNKNOWN}` : label.whole));
  return element;
}

const frame = (width, height, size) => svg("svg", { xmlns: "http://www.w3.org/2000/svg", width, height,
  viewBox: `0 0 ${width} ${height}`, "font-family": FONT, "font-size": size, "aria-hidden": "true" });

function heatMap(matrix, plan, small) {
  const { rows, columns } = plan;
  const count = Math.max(rows.length, columns.length);
  const [usual, least] = count <= 6 ? [58, 44] : count <= 12 ? [44, 34] : count <= 30 ? [32, 30]
    : count <= MANY ? [22, 16] : [14, 10];
  const size = small ? 12 : count <= 12 ? 16 : count <= 30 ? 14 : count <= MANY ? 13 : 10;
  const most = small ? 90 : Math.min(170, byId("stage").clientWidth * 0.3);
  const rowLabels = plan.rowLabels.map((label) => measured(label, size, most));
  const columnLabels = plan.columnLabels.map((label) => measured(label, size, most));
  const left = Math.max(0, ...rowLabels.map((label) => label.width)) + 10;
  const widest = Math.max(0, ...columnLabels.map((label) => label.width));
  const fitting = Math.floor((byId("stage").clientWidth - 12 - left) / columns.length);
  const cell = small ? (count <= 8 ? 30 : count <= 20 ? 20 : 12) : Math.max(Math.min(usual, fitting), least);
  const slanted = widest > cell - 2;
  const top = slanted ? widest * 0.87 + size : size + 10;
  const picture = frame(Math.ceil(left + columns.length * cell + (slanted ? widest * 0.5 + 8 : 2)),
    Math.ceil(top + rows.length * cell + 2), size);
  rowLabels.forEach((label, r) => picture.append(labelText(label,
    { x: left - 8, y: top + (r + 0.5) * cell, "text-anchor": "end", "dominant-baseline": "central" })));
  columnLabels.forEach((label, c) => {
    const x = left + (c + 0.5) * cell, y = top - 7;
    picture.append(labelText(label, slanted ? { x, y, transform: `rotate(-60 ${x} ${y})` }
      : { x, y, "text-anchor": "middle" }));
  });
  if (count > MANY) picture.append(cellImage(matrix, plan, left, top, cell));
  else rows.forEach((row, r) => columns.forEach((column, c) => {
    const weight = strongest(matrix, row, column);
    const x = left + c * cell, y = top + r * cell;
    picture.append(svg("rect", { x: x + 0.5, y: y + 0.5, width: cell - 1, height: cell - 1,
      rx: cell / 12, fill: paint(weight)[0] }));
    if (cell < 30) return;
    picture.append(svg("text", { x: x + cell / 2, y: y + cell / 2, "text-anchor": "middle",
      "dominant-baseline": "central", "font-size": Math.min(16, Math.round(cell * 0.35)), fill: paint(weight)[1] },
      weight === 0 ? "0" : weight.toFixed(2).replace(/^0/, "")));
  }));
  const band = svg("rect", { class: "band", x: left - 1, width: columns.length * cell + 2,
    height: cell, rx: 3, visibility: "hidden" });
  const cursor = svg("rect", { class: "cursor", width: cell, height: cell, rx: cell / 12,
    visibility: "hidden" });
  picture.append(band, cursor);
  picture.at = (x, y) => [Math.floor((y - top) / cell), Math.floor((x - left) / cell)];
  picture.highlight = (r, c) => {
    for (const mark of [band, cursor]) {
      mark.setAttribute("visibility", r < 0 ? "hidden" : "visible");
      mark.setAttribute("y", top + r * cell);
    }
    cursor.setAttribute("x", left + c * cell);
    return [left + c * cell, top + r * cell, cell];
  };
  return picture;
}

function cellImage(matrix, { rows, columns }, x, y, cell) {
  const canvas = html("canvas", { width: columns.length, height: rows.length });
  const context = canvas.getContext("2d");
  rows.forEach((row, r) => columns.forEach((column, c) => {
    [context.fillStyle] = paint(strongest(matrix, row, column));
    context.fillRect(c, r, 1, 1);
  }));
  return svg("image", { x, y, width: columns.length * cell, height: rows.length * cell,
    href: canvas.toDataURL(), preserveAspectRatio: "none", "image-rendering": "pixelated" });
}

function arcs(matrix, plan, small) {
  const { rows, columns } = plan;
  const size = small ? 13 : 16;
  const height = Math.max(rows.length, columns.length) * (small ? 22 : 38) + 8;
  const room = byId("stage").clientWidth - 8;
  const width = small ? 230 : Math.max(Math.min(room, 560), 240);
  const [sources, targets] = [plan.columnLabels, plan.rowLabels]
    .map((labels) => labels.map((label) => measured(label, size, width * 0.36)));
  const from = Math.max(0, ...sources.map((label) => label.width)) + 14;
  const to = width - Math.max(0, ...targets.map((label) => label.width)) - 14;
  const yOf = (place, count) => 4 + ((place + 0.5) * (height - 8)) / count;
  const picture = frame(width, height, size);
  const curves = [];
  rows.forEach((row, r) => columns.forEach((column, c) => {
    const weight = strongest(matrix, row, column);
    if (weight < FAINTEST) return;
    const y1 = yOf(c, columns.length), y2 = yOf(r, rows.length), middle = (from + to) / 2;
    const path = svg("path", { class: "arc", fill: "none", stroke: "#1d5fa6", "stroke-linecap": "round",
      d: `M${from},${y1} C${middle},${y1} ${middle},${y2} ${to},${y2}`,
      "stroke-width": (0.6 + weight * (small ? 4.4 : 9.4)).toFixed(2) });
    picture.append(path);
    curves.push({ path, r, c, opacity: 0.12 + 0.73 * weight });
  }));
  const side = (labels, x, dot, anchor) => labels.map((label, place) => {
    const y = yOf(place, labels.length);
    picture.append(svg("circle", { class: "dot", cx: dot, cy: y, r: 3, fill: "#1d5fa6" }));
    const text = labelText(label, { x, y, "text-anchor": anchor, "dominant-baseline": "central" });
    picture.append(text);
    return text;
  });
  const sourceTexts = side(sources, from - 10, from, "end");
  const targetTexts = side(targets, to + 10, to, "start");
  picture.at = (x, y) => {
    const r = Math.floor(((y - 4) / (height - 8)) * rows.length);
    if (!rows[r]) return [-1, -1];
    const row = columns.map((column) => strongest(matrix, rows[r], column));
    return [r, row.indexOf(Math.max(...row))];
  };
  picture.highlight = (r, c) => {
    for (const one of curves) {
      one.path.setAttribute("opacity", r < 0 || one.r === r ? one.opacity : 0.05);
    }
    targetTexts.forEach((text, place) => text.setAttribute("font-weight", place === r ? 600 : 400));
    sourceTexts.forEach((text, place) => text.setAttribute("font-weight", place === c ? 600 : 400));
    return [c < 0 ? 0 : from, yOf(Math.max(r, 0), rows.length) - 20, 40];
  };
  picture.highlight(-1, -1);
  return picture;
}

function table(matrix, head) {
  const rows = answer().steps.map((step, r) => [step.symbol, r]).filter(([one]) => state.special || !one.special);
  const columns = explanation.source.map((one, c) => [one, c]).filter(([one]) => state.special || !one.special);
  return html("table", {},
    html("caption", {}, `Weights, ${headName(head)}: a row for each symbol produced, a column for each source symbol`),
    html("thead", {}, html("tr", {}, html("td"),
      ...columns.map(([one]) => symbolText("th", one, { scope: "col" })))),
    html("tbody", {}, ...rows.map(([one, r]) => html("tr", {}, symbolText("th", one, { scope: "row" }),
      ...columns.map(([, c]) => html("td", { class: "number" }, decimals(matrix[r][c], 4)))))));
}

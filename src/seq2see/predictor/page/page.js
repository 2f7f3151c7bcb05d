// The moving cell, drawing and redrawing the page, saving files.

// The cell under the pointer or the keyboard.

let plan = null; // rows and columns as drawn; null without a picture
let pictures = [];

function point(r, c) {
  const inside = plan && r >= 0 && c >= 0 && r < plan.rows.length && c < plan.columns.length;
  const boxes = pictures.map((picture) => picture.highlight(...(inside ? [r, c] : [-1, -1])));
  const row = inside ? plan.rows[r] : [];
  document.querySelectorAll("#steps tbody tr").forEach((line) =>
    line.classList.toggle("here", row.includes(Number(line.dataset.step))));
  byId("readout").textContent = inside ? sentence(row, plan.columns[c]) : "";
  byId("help").hidden = Boolean(inside) || !plan;
  return inside ? boxes[0] : null;
}

function sentence(row, column) {
  const step = answer().steps[row[0]];
  const names = (group, symbolAt) => group.length === 1 ? `“${shown(symbolAt(group[0]))}”`
    : `“${shown(symbolAt(group[0]))}” to “${shown(symbolAt(group.at(-1)))}” (strongest of ${group.length})`;
  const numbers = headsShown().map((head) => {
    const number = decimals(strongest(weights(head), row, column), 4);
    return state.head === "all" ? `head ${head} ${number}` : number;
  });
  return `${names(row, (r) => answer().steps[r].symbol)} looked at ` +
    `${names(column, (c) => explanation.source[c])} with weight ${numbers.join(", ")}.` +
    (row.length === 1 ? ` It was produced with probability ${decimals(step.probability, 4)}.` : "");
}

function cursorPlace() {
  const find = (list, place) => list.findIndex((group) => group.includes(place - 1));
  return plan ? [find(plan.rows, state.row), find(plan.columns, state.column)] : [-1, -1];
}

function moveTo(r, c) {
  if (!plan || !plan.rows.length || !plan.columns.length) return;
  const clamp = (value, list) => Math.min(Math.max(value, 0), list.length - 1);
  [r, c] = [clamp(r, plan.rows), clamp(c, plan.columns)];
  Object.assign(state, { row: plan.rows[r][0] + 1, column: plan.columns[c][0] + 1 });
  writeState();
  const [x, y, size] = point(r, c);
  if (state.head === "all") return;
  const stage = byId("stage");
  if (x < stage.scrollLeft || x + size > stage.scrollLeft + stage.clientWidth) stage.scrollLeft = x - stage.clientWidth / 2;
  if (y < stage.scrollTop || y + size > stage.scrollTop + stage.clientHeight) stage.scrollTop = y - stage.clientHeight / 2;
}

function onKey(event) {
  if (!plan || event.ctrlKey || event.altKey || event.metaKey || event.target !== event.currentTarget) return;
  const [r, c] = cursorPlace();
  const moves = { ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1],
    ArrowRight: [r, c + 1], Home: [r, 0], End: [r, Infinity], PageUp: [r - 10, c], PageDown: [r + 10, c] };
  if (event.key === "Escape") {
    Object.assign(state, { row: 0, column: 0 });
    writeState();
    point(-1, -1);
  } else if (moves[event.key]) {
    event.preventDefault();
    moveTo(...moves[event.key]);
  }
}

function watch(picture) {
  const place = (event) => {
    const box = picture.getBoundingClientRect();
    return picture.at(event.clientX - box.left, event.clientY - box.top);
  };
  picture.addEventListener("pointermove", (event) => point(...place(event)));
  picture.addEventListener("pointerleave", () => point(...cursorPlace()));
  picture.addEventListener("click", (event) => {
    const [r, c] = place(event);
    if (plan.rows[r] && plan.columns[c]) moveTo(r, c);
  });
}

// Drawing the page.

function render() {
  renderHeader();
  if (!answer()) return;
  renderSteps();
  const seeing = answer().cross_attention.length > 0;
  for (const id of ["controls", "scale", "help"]) byId(id).hidden = !seeing;
  byId("save-svg").hidden = byId("save-csv").hidden = !seeing;
  byId("save-svg").disabled = state.view === "table";
  plan = null;
  pictures = [];
  byId("stage").replaceChildren();
  if (!seeing) {
    byId("stage").removeAttribute("tabindex");
    byId("stage").append("This model has no attention, so there is no map of where it looked.");
    return;
  }
  renderControls();
  renderPicture();
  point(...cursorPlace());
}

function renderHeader() {
  const chosen = answer();
  byId("model").textContent = `${lines[explanation.model]}, explained`;
  byId("title").classList.toggle("long", explanation.source_text.length + (chosen?.text.length ?? 0) > 90);
  if (!chosen) return;
  document.querySelector("#title .answer").textContent = lines[chosen.text];
  byId("facts").textContent = answers.length > 1 ? "" : facts(chosen);
  document.querySelectorAll("#answers input").forEach((input) => {
    input.checked = Number(input.value) === state.answer;
  });
}

function facts(one) {
  const parts = [one.origin, `log-probability ${decimals(one.log_probability, 4)}`];
  if (one.ranking_score !== one.log_probability) parts.push(`ranking score ${decimals(one.ranking_score, 4)}`);
  if (!one.finished) parts.push("cut off at the length limit");
  return parts.join(" · ");
}

function renderControls() {
  const count = answer().cross_attention.length;
  const option = (value, text) => html("option", { value }, text);
  const numbers = (list) => list.map((_, place) => option(place + 1, `${place + 1} of ${list.length}`));
  byId("layer").replaceChildren(...numbers(answer().cross_attention));
  byId("layer").value = state.layer;
  byId("head").replaceChildren(option("mean", "Mean of heads"), option("all", "All heads"), ...numbers(layer()));
  byId("head").value = state.head;
  byId("layer").disabled = count === 1;
  byId("head").disabled = layer().length === 1;
  byId("special").checked = state.special === 1;
  document.querySelector(`#view [value=${state.view}]`).checked = true;
}

function renderPicture() {
  const many = headsShown().length > 1;
  const stage = byId("stage");
  stage.classList.toggle("many", many);
  stage.setAttribute("role", state.view === "table" ? "region" : "application");
  stage.setAttribute("aria-label", `${state.view === "arcs" ? "Arcs" : state.view === "table" ? "Table" : "Heat map"} of attention weights: ${viewName()}`);
  if (state.view !== "table") plan = drawn();
  for (const head of headsShown()) {
    const picture = state.view === "table" ? table(weights(head), head)
      : (state.view === "arcs" ? arcs : heatMap)(weights(head), plan, many);
    const figure = html("figure", {}, picture);
    if (many) {
      const button = html("button", { type: "button" }, headName(head));
      button.addEventListener("click", () => change({ head }));
      figure.prepend(button);
    }
    stage.append(figure);
    if (plan) {
      pictures.push(picture);
      watch(picture);
    }
  }
  byId("scale").hidden = state.view !== "map";
  byId("readout").hidden = state.view === "table";
  byId("caption").textContent = caption();
}

function caption() {
  const parts = [`${viewName()}. A row sums to 1.`];
  const hidden = [...answer().steps.map((step) => step.symbol), ...explanation.source].filter((one) => one.special).length;
  if (!state.special && hidden) parts.push(`${plural(hidden, "special symbol")} hidden.`);
  if (state.view === "arcs") parts.push(`Thicker and stronger is more; arcs under ${FAINTEST} are not drawn.`);
  const sizes = plan ? [plan.rows[0]?.length ?? 1, plan.columns[0]?.length ?? 1] : [1, 1];
  const stage = byId("stage");
  if (stage.scrollWidth > stage.clientWidth + 8) parts.push("Scroll sideways to see all of it.");
  if (Math.max(...sizes) > 1) parts.push(`Reduced: the strongest of each ${sizes[0]} × ${sizes[1]} (output × source) weights is shown; the table and the files hold all.`);
  return parts.join(" ");
}

function renderSteps() {
  const steps = answer().steps.map((step, place) => [step, place]).filter(([step]) => state.special || !step.symbol.special);
  const line = ([step, place]) => {
    const bar = html("span", { class: "bar" });
    bar.style.setProperty("--share", `${100 * step.probability}%`);
    const others = step.alternatives.filter((one) => one.symbol.id !== step.symbol.id);
    return html("tr", { "data-step": place }, html("td", { class: "muted" }, `${place + 1}`),
      symbolText("th", step.symbol, { scope: "row" }),
      html("td", {}, bar, decimals(step.probability, 4)), html("td", {}, `${step.rank}`),
      html("td", {}, ...others.flatMap((one) => [html("span", { class: "other" },
        symbolText("span", one.symbol), ` ${decimals(one.probability, 4)}`), " "])));
  };
  const headings = ["", "Symbol", "Probability", "Rank", "Instead of it"];
  document.querySelector("#steps .scroll").replaceChildren(html("table", {},
    html("thead", {}, html("tr", {}, ...headings.map((text) => html(text ? "th" : "td", text ? { scope: "col" } : {}, text)))),
    html("tbody", {}, ...steps.map(line))));
}

// Files.

function save(kind, type, content) {
  const name = `${explanation.model}-${explanation.source_text}`.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);
  const link = html("a", { href: URL.createObjectURL(new Blob([content], { type })), download: `${name}.${kind}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function saveSvg() {
  const heading = `${lines[explanation.source_text]} → ${lines[answer().text]}`;
  let y = 56, width = measured({ text: heading }, 14, Infinity).width + 16;
  const copies = pictures.map((picture, place) => {
    const copy = picture.cloneNode(true);
    copy.querySelectorAll(".band, .cursor").forEach((mark) => mark.remove());
    copy.setAttribute("y", y + 18);
    const title = svg("text", { x: 8, y: y + 8, "font-size": 12, fill: "#5b626d" },
      pictures.length > 1 ? headName(headsShown()[place]) : "");
    y += Number(copy.getAttribute("height")) + 40;
    width = Math.max(width, Number(copy.getAttribute("width")) + 16);
    return svg("g", {}, title, copy);
  });
  const sheet = frame(Math.max(width, 320), y + 24, 14);
  sheet.removeAttribute("aria-hidden");
  sheet.setAttribute("color", "#1d2129");
  sheet.append(svg("title", {}, heading), svg("rect", { width: "100%", height: "100%", fill: "#ffffff" }),
    svg("text", { x: 8, y: 24, "font-weight": 600, fill: "currentColor" }, heading),
    svg("text", { x: 8, y: 44, "font-size": 12, fill: "#5b626d" }, viewName()), ...copies);
  if (state.view === "map") {
    palette.forEach(([fill], place) =>
      sheet.append(svg("rect", { x: 66 + place * 1.5, y, width: 2, height: 10, fill })));
    for (const [x, text] of [[8, "weight 0"], [224, "1"]]) {
      sheet.append(svg("text", { x, y: y + 9, "font-size": 11, fill: "#5b626d" }, text));
    }
  }
  save("svg", "image/svg+xml", new XMLSerializer().serializeToString(sheet));
}

function saveCsv() {
  const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const rows = [["answer", "layer", "head", "target_position", "target", "target_special", "probability",
    "rank", "source_position", "source", "source_special", "weight"]];
  for (const head of headsShown()) weights(head).forEach((row, r) => row.forEach((weight, c) => {
    const step = answer().steps[r], from = explanation.source[c];
    rows.push([state.answer, state.layer, head, r + 1, step.symbol.text, step.symbol.special,
      step.probability, step.rank, c + 1, from.text, from.special, weight]);
  }));
  save("csv", "text/csv", rows.map((row) => row.map(quoted).join(",") + "\r\n").join(""));
}

function start() {
  explanation.notes.forEach((note) => byId("notes").append(html("p", { class: "note" }, lines[note])));
  document.querySelector("#scale i").style.background = `linear-gradient(to right, ${palette.map(([fill]) => fill)})`;
  answers.forEach((one, place) => {
    const input = html("input", { type: "radio", name: "answer", value: place + 1 });
    input.addEventListener("change", () => change({ answer: place + 1 }));
    byId("answers").append(html("label", {}, input, html("span", { class: "text", dir: "auto" }, lines[one.text]),
      html("span", { class: "facts" }, facts(one))));
  });
  byId("answers-section").hidden = answers.length < 2;
  byId("layer").addEventListener("change", (event) => change({ layer: Number(event.target.value) }));
  byId("head").addEventListener("change", (event) => change({ head: Number(event.target.value) || event.target.value }));
  byId("view").addEventListener("change", (event) => change({ view: event.target.value }));
  byId("special").addEventListener("change", (event) => change({ special: event.target.checked ? 1 : 0 }));
  byId("stage").addEventListener("keydown", onKey);
  byId("stage").addEventListener("focus", () => {
    if (byId("stage").matches(":focus-visible") && plan && cursorPlace().includes(-1)) moveTo(0, 0);
  });
  byId("save-svg").addEventListener("click", saveSvg);
  byId("save-csv").addEventListener("click", saveCsv);
  byId("save-json").addEventListener("click", () => save("json", "application/json", JSON.stringify(explanation, null, 1)));
  addEventListener("hashchange", () => { readState(); render(); });
  let width = innerWidth; // a phone's address bar changes the height only
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; render(); } });
  readState();
  render();
}

start();

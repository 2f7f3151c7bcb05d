// Data, elements, and the state that the address holds.

"use strict";
const { explanation, symbols, lines, palette } =
  JSON.parse(document.getElementById("data").textContent);
const answers = explanation.hypotheses;
const byId = (id) => document.getElementById(id);
const MANY = 50; // above this the cells are pixels of one image instead of one shape each
const MOST = 200; // above this neighbouring symbols share a cell
const FAINTEST = 0.02; // a weaker arc is not drawn
const FONT = 'system-ui, -apple-system, "Segoe UI", sans-serif';

// Elements. Text only ever enters the page as a text node.

function builder(create) {
  return (tag, attributes = {}, ...children) => {
    const element = create(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
}
const html = builder((tag) => document.createElement(tag));
const svg = builder((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));

const decimals = (value, count) => (value === null ? "−∞" : value.toFixed(count).replace("-", "−"));
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const shown = (symbol) => symbols[symbol.text];
const UNKNOWN = "not in the vocabulary: the model reads <unk>";
const symbolText = (tag, symbol, attributes = {}) => {
  const extra = symbol.special ? { class: "special", title: "special symbol" }
    : symbol.unknown ? { class: "unknown", title: UNKNOWN } : {};
  return html(tag, { ...attributes, ...extra }, html("bdi", {}, shown(symbol)));
};

// State: small, counted from 1 as people count, and kept in the address.

const state = {};

function readState() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (name, most, usual) => {
    const value = Number(given.get(name) ?? usual);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : usual;
  };
  state.answer = Math.max(number("answer", answers.length, 1), 1);
  const layers = answer()?.cross_attention ?? [];
  state.layer = Math.max(number("layer", layers.length, layers.length), 1);
  const heads = layers[state.layer - 1]?.length ?? 0;
  const head = given.get("head") ?? "mean";
  state.head = head === "all" ? "all" : number("head", heads, 0) || "mean";
  const view = given.get("view");
  state.view = ["arcs", "table"].includes(view) ? view : "map";
  state.special = given.get("special") === "0" ? 0 : 1;
  state.row = number("row", answer()?.steps.length ?? 0, 0);
  state.column = number("column", explanation.source.length, 0);
  if (!state.row || !state.column) state.row = state.column = 0;
}

function writeState() {
  const usual = { answer: 1, layer: answer().cross_attention.length, head: "mean", view: "map",
    special: 1, row: 0, column: 0 };
  const changed = Object.entries(state).filter(([name, value]) => value !== usual[name]);
  history.replaceState(null, "", `#${new URLSearchParams(changed)}`);
}

function change(changes) {
  Object.assign(state, changes);
  writeState();
  readState(); // another answer or layer may not have the head or the cell chosen before
  render();
}

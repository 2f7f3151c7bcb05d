/** What stands where a picture is not: working, wrong, empty; notes and badges. */
import { html } from "lit-html";
import { badge } from "../../kit/badge";
import { button } from "../../kit/button";
import { answered, empty, note, problem, working } from "../../kit/status";
import { bars } from "../../kit/bars";
import { signs } from "./examples";

const nothing = () => undefined;

export const states = () => html`
  <div class="columns">
    <div class="card"><h3>Working</h3>${working({ done: 12, total: 60, what: "Training the reader" }, nothing)}${working({ done: 0, total: null, what: "Reading the model" }, nothing)}</div>
    <div class="card"><h3>A problem</h3>${problem({ message: "The number reader knows no letter “x”.", hint: "Take it out, or choose a model that has seen it.", details: ["line 1: “4x7”"] })}</div>
    <div class="card"><h3>Nothing yet</h3>${empty("This model has not been made yet.", html`<div>${button({ title: "Make it", look: "main", pressed: nothing })}</div>`)}</div>
    <div class="card"><h3>Working, with the last picture</h3>${answered({ status: "working", progress: { done: 0, total: null, what: "Asking the model" }, trace: [0.1, 0.7, 0.2] }, (values) => bars({ title: "Weights", signs: signs("4", "2", "7"), values }), { cancel: nothing })}</div>
    <div class="card stack"><h3>Notes and badges</h3>${note("This text is longer than any the model was trained on.")}
      <p class="row">${["trained", "training", "stopped", "broken", "not made yet"].map(badge)}</p></div>
  </div>`;

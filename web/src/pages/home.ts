/** The way in: what each lab asks, the models there are, and the runs on this machine. */
import { html, nothing, render } from "lit-html";
import type { Page } from "../host/router";
import type { RunEntry, Studio } from "../host/studio";
import { badge } from "../kit/badge";
import { empty, problem, working } from "../kit/status";
import { labs, type LabEntry } from "../labs/list";
import { modelCard } from "./model_card";

export const homePage = (studio: Studio): Page => (el) => {
  const draw = () => render(page(studio), el);
  draw();
  const forget = studio.on(draw);
  if (studio.home) void studio.load(); // it may have changed since
  return forget;
};

function page(studio: Studio) {
  const { home, connection } = studio;
  return html`
    <header class="page-head">
      <h1>Watch a model read, look back, and write</h1>
      <p class="lead">One string goes in, another comes out. Here you can follow every number on the way.
        Choose a question.</p>
    </header>
    <section aria-label="Labs"><ul class="labs">${labs.map(labCard)}</ul></section>
    <section>
      <h2>Models</h2>
      ${
        home
          ? home.models.length
            ? html`<ul class="cards">${home.models.map((model) => html`<li>${modelCard(model, studio)}</li>`)}</ul>`
            : empty("There is no model yet.")
          : studio.problem
            ? problem(studio.problem)
            : connection.trouble
            ? empty("The list of models comes from the studio, which does not answer now.")
            : working({ done: 0, total: null, what: "Looking for models" })
      }
    </section>
    <section>
      <h2>Runs</h2>
      ${
        home?.runs.length
          ? html`<ul class="cards">${home.runs.map((run) => html`<li>${runCard(run)}</li>`)}</ul>`
          : html`<p class="muted">A run is a model while it learns. Give its folder to the studio, and its curves
            are drawn here as they grow: <code>seq2see studio runs/mine</code></p>`
      }
    </section>`;
}

const labCard = (lab: LabEntry) => html`
  <li>
    <a class="lab-card" href="#/lab/${lab.id}">
      ${lab.picture?.() ?? html`<span class="small-picture"></span>`}
      <span class="overline">${lab.title} · ${lab.chapter}</span>
      <strong>${lab.question}</strong>
    </a>
  </li>`;

const runCard = (run: RunEntry) => html`
  <article class="card entry">
    <header><h3><a href="#/run/${encodeURIComponent(run.id)}">${run.title}</a></h3>${badge(run.status)}</header>
    ${run.facts.length ? html`<p class="facts">${run.facts.join(" · ")}</p>` : nothing}
    ${run.why ? html`<p class="wrong">${run.why}</p>` : nothing}
  </article>`;

/** One model on the home page: what it is, what state it is in, and what to do with it. */
import { html, nothing } from "lit-html";
import type { ModelEntry } from "../contract";
import { written } from "../host/address";
import type { Studio } from "../host/studio";
import { badge } from "../kit/badge";
import { button } from "../kit/button";
import { stateOf } from "../kit/model_choice";
import { problem, working } from "../kit/status";
import { labs } from "../labs/list";

export function modelCard(model: ModelEntry, studio: Studio) {
  const making = studio.making[model.id];
  const state = making?.status === "working" ? "training" : model.status;
  return html`
    <article class="card entry">
      <header><h3>${model.title}</h3>${badge(state)}</header>
      ${model.facts.length ? html`<p class="facts">${model.facts.join(" · ")}</p>` : nothing}
      ${model.half_made ? html`<p class="hint">${capital(stateOf(model))}.</p>` : nothing}
      ${model.why ? html`<p class=${model.status === "broken" ? "wrong" : "hint"}>${model.why}</p>` : nothing}
      ${making?.status === "problem" ? problem(making.problem) : nothing}
      ${
        making?.status === "working"
          ? working(making.progress, () => studio.cancelMaking(model.id))
          : html`${model.status === "not made yet" && model.can_be_made ? make(model, studio) : nothing}
              ${model.can_be_opened ? openIn(model) : nothing}`
      }
    </article>`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function make(model: ModelEntry, studio: Studio) {
  const title = model.half_made ? "Go on" : "Make it";
  return html`<p class="make">${button({ title, says: `${title}: ${model.title}`, pressed: () => void studio.make(model.id) })}
    <span class="hint">${model.half_made ? nothing : (model.takes ?? nothing)}</span></p>`;
}

/** The labs that ask a model something. One without attention has no alignment to show. */
function openIn(model: ModelEntry) {
  const able = labs.filter((lab) => lab.models && (lab.models === "all" || model.attention));
  return html`<p class="open-in"><span class="hint">Open in</span> ${able.map(
    (lab) => html`<a href=${written({ page: "lab", id: lab.id, state: { model: model.id } })}
      aria-label="${lab.title}: ${model.title}">${lab.title}</a>`,
  )}${html`<a href=${written({ page: "evaluation", id: model.id, state: {} })} aria-label="Evaluation: ${model.title}">Evaluation</a>`}</p>`;
}

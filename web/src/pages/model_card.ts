/** One model on the home page: what it is, what state it is in, and what to do with it. */
import { html, nothing } from "lit-html";
import type { ModelEntry } from "../contract";
import { written } from "../host/address";
import type { Studio } from "../host/studio";
import { badge } from "../kit/badge";
import { button } from "../kit/button";
import { problem, working } from "../kit/status";
import { labs } from "../labs/list";

export function modelCard(model: ModelEntry, studio: Studio) {
  const making = studio.making[model.id];
  const state = making?.status === "working" ? "training" : model.status;
  return html`
    <article class="card entry">
      <header><h3>${model.title}</h3>${badge(state)}</header>
      ${model.facts.length ? html`<p class="facts">${model.facts.join(" · ")}</p>` : nothing}
      ${model.why ? html`<p class="wrong">${model.why}</p>` : nothing}
      ${making?.status === "problem" ? problem(making.problem) : nothing}
      ${
        making?.status === "working"
          ? working(making.progress, () => studio.cancelMaking(model.id))
          : model.can_be_opened
            ? openIn(model)
            : model.status === "not made yet" && model.can_be_made
              ? html`<p class="make">${button({ title: "Make it", says: `Make it: ${model.title}`, pressed: () => void studio.make(model.id) })}
                  <span class="hint">${model.takes ?? nothing}</span></p>`
              : nothing
      }
    </article>`;
}

/** The labs that ask a model something. One without attention has no alignment to show. */
function openIn(model: ModelEntry) {
  const able = labs.filter((lab) => lab.models && (lab.models === "all" || model.attention));
  return html`<p class="open-in"><span class="hint">Open in</span> ${able.map(
    (lab) => html`<a href=${written({ page: "lab", id: lab.id, state: { model: model.id } })}
      aria-label="${lab.title}: ${model.title}">${lab.title}</a>`,
  )}${html`<a href=${written({ page: "evaluation", id: model.id, state: {} })} aria-label="Evaluation: ${model.title}">Evaluation</a>`}</p>`;
}

/** A lab's page: its question, the lab, and what to do should it not load. */
import { html, render } from "lit-html";
import { LabHost } from "../host/lab_host";
import type { Page } from "../host/router";
import type { Studio } from "../host/studio";
import { problem } from "../kit/status";
import type { LabEntry } from "../labs/list";

export const labPage = (studio: Studio, lab: LabEntry): Page => (el, place) => {
  const host = new LabHost(studio, lab.id, place.state);
  let closed = false;
  let cleanup: () => void = () => undefined;
  render(
    html`
      <header class="page-head">
        <p class="overline">${lab.title} · chapter ${lab.chapter}</p>
        <h1>${lab.question}</h1>
      </header>
      <div class="lab"></div>`,
    el,
  );
  const box = el.querySelector<HTMLElement>(".lab")!;
  lab
    .load()
    .then((module) => {
      if (!closed) cleanup = module.render({ model: host, el: box });
    })
    .catch((error: unknown) => {
      const details = [String(error)];
      if (!closed) render(problem({ message: "This lab could not be loaded.", hint: "Reload the page.", details }), box);
    });
  return () => {
    closed = true;
    cleanup();
    host.close();
  };
};

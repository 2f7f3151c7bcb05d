/** Around every page: the header with the ways to go, the banner when the server is gone, the page. */
import { html, nothing, render } from "lit-html";
import { Router, type Page } from "../host/router";
import { Studio } from "../host/studio";
import { button } from "../kit/button";
import { dress } from "../kit/sheet";
import { problem } from "../kit/status";
import { labs } from "../labs/list";
import { homePage } from "./home";
import { labPage } from "./lab";
import shell from "./shell.css?inline";

/** A page loaded only when it is opened. */
const later = (load: () => Promise<Page>): Page => (el, place) => {
  let cleanup: (() => void) | undefined;
  let closed = false;
  load()
    .then((page) => closed || (cleanup = page(el, place)))
    .catch((error: unknown) => closed || render(notLoaded(error), el));
  return () => {
    closed = true;
    cleanup?.();
  };
};

const notLoaded = (error: unknown) =>
  problem({ message: "This page could not be loaded.", hint: "Reload it.", details: [String(error)] });

const lost: Page = (el) => {
  render(html`<header class="page-head"><h1>There is no such page.</h1></header><p><a href="#/">All labs and models</a></p>`, el);
  return () => undefined;
};

export function start(body: HTMLElement): void {
  dress(document, shell);
  const studio = new Studio();
  const frame = document.createElement("div");
  body.replaceChildren(frame);
  let here = "home";
  const draw = () => render(around(studio, here), frame);
  draw();
  studio.connection.on(draw);
  studio.on(draw);
  const pages = (page: string, id: string): { title: string; page: Page } => {
    const lab = labs.find((one) => one.id === id);
    if (page === "home") return { title: "seq2see studio", page: homePage(studio) };
    if (page === "lab" && lab) return { title: lab.title, page: labPage(studio, lab) };
    if (page === "design") return { title: "Design", page: later(async () => (await import("./design")).designPage) };
    if (page === "run") return { title: "Run", page: later(async () => (await import("./run")).runPage(studio)) };
    if (page === "evaluation") return { title: "Evaluation", page: later(async () => (await import("./evaluation")).evaluationPage(studio)) };
    return { title: "Not found", page: lost };
  };
  const go = () =>
    new Router(frame.querySelector("main")!, ({ page, id }) => pages(page, id), ({ page, id }) => {
      here = page === "lab" ? id : page;
      draw();
    }); // prettier-ignore
  go();
  void studio.load();
}

function around(studio: Studio, here: string) {
  const { trouble } = studio.connection;
  const link = (to: string, id: string, title: string) =>
    html`<a href=${to} aria-current=${id === here ? "page" : nothing}>${title}</a>`;
  const skip = (event: Event) => {
    event.preventDefault();
    document.querySelector("main")?.focus();
  };
  return html`
    <a class="skip" href="#main" @click=${skip}>Skip to the page</a>
    <header class="shell">
      <a class="brand" href="#/" aria-current=${here === "home" ? "page" : nothing}>seq2see <span>studio</span></a>
      <nav aria-label="Labs">${labs.map((lab) => link(`#/lab/${lab.id}`, lab.id, lab.title))}</nav>
    </header>
    <div class="banner" role="status" ?hidden=${!trouble}>${
      trouble
        ? html`<p><strong>${trouble.message}</strong> ${trouble.hint}</p>
          ${button({ title: "Try now", pressed: () => void studio.connection.retry() })}`
        : nothing
    }</div>
    <main id="main" tabindex="-1"></main>
    <footer class="shell">
      <p>Everything on this page is computed on your machine. Nothing leaves it.</p>
      <p>${studio.home ? `seq2see ${studio.home.version} · ` : nothing}<a href="#/design">Design</a></p>
    </footer>`;
}

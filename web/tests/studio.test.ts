import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Router } from "../src/host/router";
import { Studio } from "../src/host/studio";
import { answer, fakeFetch, job, never, settle } from "./fake_fetch";

const home = (models: object[] = []) => answer({ version: "1", models, runs: [], pairs: [] });

beforeEach(() => {
  vi.useFakeTimers();
  location.hash = "";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("making a model shows its progress, then the list is asked for anew", async () => {
  let polls = 0;
  const log = fakeFetch(({ path }) => {
    if (path === "api/home") return home([{ id: "reader" }]);
    return ++polls < 3 ? job("m", polls, 60) : answer({});
  });
  const studio = new Studio();
  const seen: unknown[] = [];
  studio.on(() => {
    const one = studio.making["reader"];
    if (one?.status === "working") seen.push(one.progress.done);
  });
  await studio.make("reader");
  expect(seen).toEqual([0, 1, 2, 2]);
  expect(log.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST api/models/reader/make", "GET api/jobs/m?wait=1", "GET api/jobs/m?wait=1", "GET api/home",
  ]); // prettier-ignore
  expect(studio.making).toEqual({});
  expect(studio.home?.models).toHaveLength(1);
});

test("cancelling what is being made tells the server and leaves no trace", async () => {
  const log = fakeFetch(({ method, path }) =>
    path === "api/home" ? home() : method === "DELETE" ? answer(null) : path.endsWith("make") ? job("m", 0, 60) : never(),
  );
  const studio = new Studio();
  const made = studio.make("reader");
  await settle();
  studio.cancelMaking("reader");
  await made;
  expect(log.some(({ method, path }) => method === "DELETE" && path === "api/jobs/m")).toBe(true);
  expect(studio.making).toEqual({});
});

test("what went wrong while making stays in sight", async () => {
  const error = { kind: "run", message: "The disk is full.", hint: "Make room.", details: [] };
  fakeFetch(() => ({ ok: false, error }));
  const studio = new Studio();
  await studio.make("reader");
  expect(studio.making["reader"]).toEqual({ status: "problem", problem: error });
});

test("what another tab began to make is followed", async () => {
  fakeFetch(({ path }) => (path === "api/home" ? home([{ id: "reader", job: "m" }]) : never()));
  const studio = new Studio();
  await studio.load();
  expect(studio.making["reader"]?.status).toBe("working");
});

test("a list that cannot be had says why", async () => {
  fakeFetch(() => ({ ok: false, error: { kind: "fault", message: "A fault.", hint: "", details: [] } }));
  const studio = new Studio();
  await studio.load();
  expect(studio.problem?.message).toBe("A fault.");
});

test("the router shows the page of the address and cleans up the one before", () => {
  const log: string[] = [];
  const main = document.createElement("main");
  const router = new Router(main, ({ page, id }) => ({
    title: page,
    page: (el) => {
      log.push(`open ${page} ${id}`.trim());
      el.textContent = page;
      return () => log.push(`close ${page}`);
    },
  }));
  const go = (hash: string) => {
    location.hash = hash;
    dispatchEvent(new Event("hashchange"));
  };
  go("#/lab/masks?text=1");
  go("#/lab/masks?text=1");
  go("#main");
  expect(main.textContent).toBe("lab");
  expect(document.title).toBe("lab · seq2see studio");
  go("#/design");
  router.stop();
  expect(log).toEqual(["open home", "close home", "open lab masks", "close lab", "open design", "close design"]);
});

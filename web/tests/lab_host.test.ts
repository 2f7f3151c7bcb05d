import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LabKeys } from "../src/contract";
import { LabHost } from "../src/host/lab_host";
import { Studio } from "../src/host/studio";
import { answer, fakeFetch, job, never, settle } from "./fake_fetch";

beforeEach(() => {
  vi.useFakeTimers();
  location.hash = "";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (host: LabHost, text: string) => {
  host.set("requests", { main: { ask: "explain", text } });
  host.save_changes();
};
const status = (host: LabHost) => host.get("answers")["main"]?.status;
const trace = (host: LabHost) => host.get("answers")["main"]?.trace;

test("nothing is sent before the lab saves", async () => {
  const log = fakeFetch(() => answer({}));
  const host = new LabHost(new Studio(), "alignment", {});
  host.set("requests", { main: { ask: "explain" } });
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual([]);
});

test("an answer arrives under the name the lab chose", async () => {
  fakeFetch(({ body }) => answer({ echo: (body as { text: string }).text }));
  const host = new LabHost(new Studio(), "alignment", {});
  const heard = vi.fn();
  host.on("change:answers", heard);
  ask(host, "427");
  await settle();
  expect(host.get("answers")["main"]).toEqual({ status: "done", trace: { echo: "427" }, asked: { ask: "explain", text: "427" } });
  expect(heard).toHaveBeenCalled();
});

test("typing fast asks once, and the newest wins", async () => {
  const log = fakeFetch(({ body }) => answer({ echo: (body as { text: string }).text }));
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "4");
  await settle();
  for (const text of ["42", "427", "4270"]) {
    ask(host, text);
    await vi.advanceTimersByTimeAsync(30);
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(log.map(({ body }) => (body as { text: string }).text)).toEqual(["4", "4270"]);
  expect(trace(host)).toEqual({ echo: "4270" });
});

test("an older answer that comes late is not shown, and its job is cancelled", async () => {
  const log = fakeFetch(({ method, path, body }) => {
    if (method === "DELETE") return answer(null);
    if (path.startsWith("api/jobs/")) return never();
    return (body as { text: string }).text === "slow" ? job("j1", 0, 9) : answer({ echo: "fast" });
  });
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "slow");
  await settle();
  ask(host, "fast");
  await vi.advanceTimersByTimeAsync(200);
  expect(trace(host)).toEqual({ echo: "fast" });
  expect(log).toContainEqual({ method: "DELETE", path: "api/jobs/j1", body: undefined });
});

test("a job's progress is shown beside the picture before it, then its answer", async () => {
  let polls = 0;
  fakeFetch(({ path, body }) => {
    if (path.startsWith("api/jobs/")) return ++polls < 3 ? job("j", polls, 3) : answer({ echo: "new" });
    return (body as { text: string }).text === "old" ? answer({ echo: "old" }) : job("j", 0, 3);
  });
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "old");
  await settle();
  const seen: string[] = [];
  host.on("change:answers", () => {
    const one = host.get("answers")["main"]!;
    seen.push(one.status === "working" ? `${one.progress.done}, ${one.trace?.["echo"]}` : one.status);
  });
  ask(host, "new");
  await vi.advanceTimersByTimeAsync(300);
  expect(seen).toEqual(["0, old", "1, old", "2, old", "done"]);
});

test("cancelling tells the server and says so", async () => {
  const log = fakeFetch(({ method, path }) =>
    method === "DELETE" ? answer(null) : path.startsWith("api/jobs/") ? never() : job("j", 0, 3),
  );
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "long");
  await settle();
  host.set("cancel", "main");
  host.save_changes();
  await settle();
  expect(host.get("answers")["main"]).toMatchObject({ status: "problem", problem: { kind: "cancelled" } });
  expect(log.at(-1)).toMatchObject({ method: "DELETE", path: "api/jobs/j" });
});

test("a request that is no longer wanted is dropped, the same one again is not sent twice", async () => {
  const log = fakeFetch(() => answer({}));
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "427");
  await settle();
  ask(host, "427");
  host.set("requests", {});
  host.save_changes();
  await vi.advanceTimersByTimeAsync(300);
  expect(log).toHaveLength(1);
});

test("a problem keeps the server's words and the last picture", async () => {
  const error = { kind: "input", message: "no letter x", hint: "take it out", details: ["x"] };
  fakeFetch(({ body }) => ((body as { text: string }).text === "x" ? { ok: false, error } : answer({ echo: 1 })));
  const host = new LabHost(new Studio(), "alignment", {});
  ask(host, "4");
  await settle();
  ask(host, "x");
  await vi.advanceTimersByTimeAsync(200);
  expect(host.get("answers")["main"]).toEqual({ status: "problem", problem: error, trace: { echo: 1 }, asked: { ask: "explain", text: "4" } });
});

test.each([{ model: "b" }, { ask: "decoding" }])("the picture of another model or kind is never kept: %o", async (other) => {
  const error = { kind: "input", message: "no letter x", hint: "", details: [] };
  fakeFetch(({ body }) => ((body as { text: string }).text === "x" ? { ok: false, error } : answer({ echo: 1 })));
  const host = new LabHost(new Studio(), "alignment", {});
  for (const request of [{ ask: "explain", model: "a", text: "4" }, { ask: "explain", model: "a", text: "x", ...other }]) {
    host.set("requests", { main: request });
    host.save_changes();
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(host.get("answers")["main"]).toEqual({ status: "problem", problem: error });
}); // prettier-ignore

test("a server that went away is asked again once it is back", async () => {
  let isThere = false;
  const home = { version: "1", models: [], runs: [], pairs: [] };
  fakeFetch(({ path }) => {
    if (!isThere) throw new TypeError("gone");
    return answer(path === "api/home" ? home : { echo: "back" });
  });
  const studio = new Studio();
  const host = new LabHost(studio, "alignment", {});
  ask(host, "427");
  await settle();
  expect(status(host)).toBe("problem");
  expect(studio.connection.trouble?.kind).toBe("lost");
  isThere = true;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(studio.connection.trouble).toBeNull();
  expect(trace(host)).toEqual({ echo: "back" });
});

test("a server that was started again refuses, and the page says what to do", async () => {
  fakeFetch(() => 403);
  const studio = new Studio();
  const host = new LabHost(studio, "alignment", {});
  ask(host, "427");
  await settle();
  expect(studio.connection.trouble?.kind).toBe("refused");
  expect(studio.connection.trouble?.hint).toContain("terminal");
});

test("state is mirrored in the address without a new entry in the history", async () => {
  const host = new LabHost(new Studio(), "alignment", {});
  const before = history.length;
  const state: LabKeys["state"] = { text: "427", layer: 2 };
  host.set("state", state);
  host.save_changes();
  expect(location.hash).toBe("#/lab/alignment?text=427&layer=%212");
  expect(history.length).toBe(before);
});

test("a closed lab hears nothing more", async () => {
  fakeFetch(() => answer({}));
  const host = new LabHost(new Studio(), "alignment", {});
  const heard = vi.fn();
  host.on("change:answers", heard);
  ask(host, "427");
  host.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(heard).not.toHaveBeenCalled();
});

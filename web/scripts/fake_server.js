// Serves the built page with invented models, under the same content policy as the real server:
// for looking at the design without training anything. `node scripts/fake_server.js [PORT]`
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { home } from "./fake_home.js";

const assets = fileURLToPath(new URL("../../src/seq2see/studio/assets/", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const jobs = new Map();

function json(response, body) {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(body));
}

function job(id) {
  const one = jobs.get(id);
  one.done += 1;
  if (one.done < one.total) return { ok: true, job: { id, progress: { ...one, what: "training" } } };
  home.models.find((model) => model.id === one.model).status = "trained";
  return { ok: true, answer: {} };
}

createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  if (pathname === "/api/home") return json(response, { ok: true, answer: home });
  const make = pathname.match(/^\/api\/models\/(.*)\/make$/);
  if (make) {
    jobs.set(make[1], { model: make[1], done: 0, total: 60 });
    return json(response, job(make[1]));
  }
  if (pathname.startsWith("/api/jobs/") && request.method === "GET") {
    return void setTimeout(() => json(response, job(pathname.split("/").at(-1))), 150);
  }
  if (pathname.startsWith("/api/")) {
    const error = { kind: "not here", message: "The fake server computes nothing.", hint: "Start the real one with seq2see studio.", details: [] };
    return json(response, { ok: false, error });
  }
  const file = join(assets, normalize(pathname === "/" ? "index.html" : pathname));
  if (!file.startsWith(assets) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404);
    return response.end();
  }
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": POLICY });
  createReadStream(file).pipe(response);
}).listen(Number(process.argv[2] ?? 8123), "127.0.0.1", function () {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});

// What the page weighs: each asset and all together, as sent with gzip.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const folder = new URL("../../src/seq2see/studio/assets/", import.meta.url);
const LIMIT = 200_000;
let total = 0;
for (const name of readdirSync(folder, { recursive: true }).sort()) {
  if (!/\.(js|css|html|svg)$/.test(name)) continue;
  const size = gzipSync(readFileSync(new URL(name, folder))).length;
  total += size;
  console.log(`${String(size).padStart(8)}  ${name}`);
}
console.log(`${String(total).padStart(8)}  together, gzipped (aim: under ${LIMIT})`);
if (total > LIMIT) process.exitCode = 1;

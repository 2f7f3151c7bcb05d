// src/traces.ts from schema.json, which Python's types make (scripts/generate.py).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = new URL("../schema.json", import.meta.url);
const target = new URL("../src/traces.ts", import.meta.url);
const head = "// Made from schema.json by scripts/types.js. Do not edit.\n";

const text = existsSync(schema)
  ? await compile(JSON.parse(readFileSync(schema, "utf8")), "Schema", {
      bannerComment: head,
      additionalProperties: false,
      unreachableDefinitions: true, // msgspec puts every type under $defs
      enableConstEnums: false,
      format: false,
    })
  : `${head}export {};\n`;
if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);

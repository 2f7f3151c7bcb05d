import { defineConfig } from "vitest/config";

// The built page lies beside the Python that serves it; names carry a hash, so it can be cached.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/seq2see/studio/assets",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // those know light-dark() as it stands
    modulePreload: { polyfill: false }, // the polyfill would be the page's only eager extra script
    assetsInlineLimit: 0, // nothing becomes a data: address
    cssCodeSplit: true,
  },
  // One process, one page for all: starting them costs more than the tests.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], fileParallelism: false, isolate: false },
});

import { defineConfig } from "vite";

/** Builds the dashboard. Its addresses are relative: below which path it is published shows when it runs. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  build: {
    outDir: "../dist/browser",
    emptyOutDir: true,
    // What the page's policy allows: no inline script, no data that is code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
    reportCompressedSize: false,
  },
});

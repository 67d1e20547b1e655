import { join } from "node:path";
import { defineConfig } from "vite";

/** Builds the dashboard. Its addresses are relative: below which path it is published shows when it runs. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  resolve: {
    alias: {
      // What a router brings for older Reacts; this one has it itself.
      "use-sync-external-store/shim/index.js": "react",
      "use-sync-external-store/shim": "react",
      // What asks the browser by way of HTML, which the page's policy refuses.
      "decode-named-character-reference": join(import.meta.dirname, "conversation/named-character.ts"),
    },
  },
  build: {
    outDir: "../dist/browser",
    emptyOutDir: true,
    // What the page's policy allows: no inline script, no data that is code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
    // What knows `light-dark`: written out for older ones it is three times as long.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    reportCompressedSize: false,
    rolldownOptions: {
      // A file packs better than many: one for what every screen needs, and one for each occasion to need more.
      output: {
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 3 },
            { name: "markdown", test: /conversation\/markdown\.tsx|node_modules/, priority: 2 },
            { name: "conversation", test: /dashboard\/(conversation\/|parts\/menu|text\/conversation)/ },
            { name: "screens", test: /dashboard\/(screens\/(?!login)|text\/screens)/ },
            { name: "more", test: /dashboard\/(actions|frame|parts|sessions)\// },
          ],
        },
      },
      // Libraries mark what must not run on a server; nothing of this does.
      onLog(level, log, report) {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});

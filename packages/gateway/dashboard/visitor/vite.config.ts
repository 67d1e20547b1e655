import { join } from "node:path";
import { defineConfig } from "vite";

/** Builds the page of visitors, apart from the dashboard: neither carries what only the other needs. */
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  // The code is React's, as the dashboard's is and shares it; what runs is Preact, at a sixth of the weight: a page that
  // others embed is paid for by people who may never write a word in it.
  resolve: {
    alias: [
      {
        find: "decode-named-character-reference",
        replacement: join(import.meta.dirname, "../conversation/named-character.ts"),
      },
      { find: "react-dom/client", replacement: "preact/compat/client" },
      { find: "react/jsx-runtime", replacement: "preact/jsx-runtime" },
      { find: "react", replacement: "preact/compat" },
    ],
  },
  build: {
    outDir: "../../dist/chat",
    // Below the page's own path, `/chat`: what it loads is its own as well.
    assetsDir: "chat",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, report) {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});

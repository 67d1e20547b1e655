import { join } from "node:path";
import { defineConfig } from "vite";

/** Builds the script by which other pages embed the page of visitors: one file, for a plain script element. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: "../../dist/chat",
    emptyOutDir: false,
    target: "es2020",
    reportCompressedSize: false,
    lib: {
      entry: join(import.meta.dirname, "loader.ts"),
      formats: ["iife"],
      name: "keyturnChat",
      fileName: () => "chat.js",
    },
  },
});

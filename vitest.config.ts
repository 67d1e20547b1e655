import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** Packages are read from their sources, so that no build has to run before the tests. */
const sourceCondition = "keyturn:source";
const conditions = [sourceCondition, ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/{src,dashboard}/**/*.test.ts",
      "test/**/*.test.ts",
      "scripts/**/*.test.ts",
      "examples/**/*.test.ts",
    ],
    globalSetup: ["test/dashboard-setup.ts"],
    pool: "forks",
    // Most tests wait for processes, sockets and browsers: a worker for each processor, and none left over.
    maxWorkers: "100%",
    // Workers and forked processes of a test inherit it, so they read the sources too.
    execArgv: [`--conditions=${sourceCondition}`],
    // The disk cache ignores changes of tsconfig and served stale output.
    fsModuleCache: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Chromium on a busy machine misses a wait now and then. Only that is tried once more, and then named: what is seen
    // to be wrong fails at once, as does every test without a browser.
    retry: { count: 1, condition: /\bTimeout \d+ms exceeded/ },
    reporters: ["default", "./test/second-tries.ts"],
  },
});

import type { Reporter, TestModule } from "vitest/node";

/**
 * Names the tests that passed at the second try only, so that nobody takes a browser that was slow once
 * for one that is well.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `${module.relativeModuleId} > ${test.fullName}`),
    );
    if (names.length === 0) return;
    const lines = names.map((name) => `  ${name}\n`).join("");
    process.stdout.write(`\nPassed at the second try only, since a browser was too slow at the first:\n${lines}`);
  }
}

/** `pnpm check`: every check of the project, one after another. `--no-tests` leaves the tests out. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

interface Step {
  /** A script of the root package.json, so that each step also runs alone. */
  readonly script: string;
  readonly title: string;
}

const STEPS: readonly Step[] = [
  { script: "format:check", title: "Format (`pnpm format` mends it)" },
  { script: "lint", title: "Lint, with types" },
  { script: "build", title: "Types of everything, and the build" },
  { script: "packaging", title: "Packages as npm will see them" },
  { script: "unused", title: "Unused files, exports and dependencies" },
  { script: "test", title: "Tests" },
];

const { values } = parseArgs({ options: { "no-tests": { type: "boolean", default: false } } });
const steps = STEPS.filter(({ script }) => !(values["no-tests"] && script === "test"));
const failed = steps.filter((step, index) => !succeeds(step, index));

if (failed.length === 0) {
  console.log(`\nAll ${steps.length} checks passed.`);
} else {
  console.error(`\n${failed.length} of ${steps.length} checks failed. To run one alone:`);
  for (const { script, title } of failed) console.error(`  npx -y pnpm@12 ${script.padEnd(13)}# ${title}`);
  process.exitCode = 1;
}

function succeeds({ script, title }: Step, index: number): boolean {
  console.log(`\n=== ${index + 1}/${steps.length} ${title} ===\n`);
  // `node --run` starts a script of package.json, whichever way the package manager itself was started.
  return spawnSync(process.execPath, ["--run", script], { stdio: "inherit" }).status === 0;
}

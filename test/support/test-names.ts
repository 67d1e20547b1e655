import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Something that others are known to get wrong, or that people expect; and the test that tries it. */
export interface Report {
  /** What went wrong elsewhere, or what is expected. */
  readonly report: string;
  /** Where it comes from. */
  readonly source: string;
  /** The test file, relative to the repository. */
  readonly file: string;
  /** Words of the test's name. */
  readonly test: string;
}

/** The reports of one source that one file tries: each with words of its test's name. */
export function reportsOf(source: string, file: string, tests: Readonly<Record<string, string>>): readonly Report[] {
  return Object.entries(tests).map(([report, test]) => ({ report, source, file, test }));
}

/** Names of the tests in a file of the repository, as they are written there. */
function testNamesIn(file: string): readonly string[] {
  const source = readFileSync(join(root, file), "utf8");
  const begun = /\bit(?:\.each(?:<[\s\S]*?>)?\([\s\S]*?\))?\(\s*(["`])((?:(?!\1).)*)\1/g;
  return [...source.matchAll(begun)].map(([, , name = ""]) => name);
}

/** The reports whose test is not there, as `report: test`. */
export function missingTests(reports: readonly Report[]): readonly string[] {
  const missing = reports.filter(({ file, test }) => !testNamesIn(file).some((name) => name.includes(test)));
  return missing.map(({ report, test }) => `${report}: ${test}`);
}

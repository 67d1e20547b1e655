/** Prints `N passed, N failed, N skipped` for vitest's JSON report. Fails when a test failed and when none ran. */
import { existsSync, readFileSync } from "node:fs";

const [reportPath = ""] = process.argv.slice(2);
const report = existsSync(reportPath) ? JSON.parse(readFileSync(reportPath, "utf8")) : {};
const { numPassedTests: passed = 0, numPendingTests: pending = 0, numTodoTests: todo = 0, testResults = [] } = report;
// A file that does not load has no tests to count, yet it failed.
const brokenFiles = testResults.filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.length,
);
const failed = (report.numFailedTests ?? 0) + brokenFiles.length;

for (const { name } of brokenFiles) console.log(`Did not load: ${name}`);
if (passed + failed === 0) console.log("No test ran.");
console.log(`${passed} passed, ${failed} failed, ${pending + todo} skipped`);
process.exitCode = passed > 0 && failed === 0 ? 0 : 1;

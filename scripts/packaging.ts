/** `pnpm packaging`: packs every package as npm would get it, and checks what a user's tools will find in it. */
import { globSync, readFileSync } from "node:fs";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

for (const packageFolder of globSync("packages/*").toSorted()) {
  const { messages } = await publint({ pkgDir: packageFolder, pack: "pnpm", strict: true });
  console.log(`${messages.length === 0 ? "ok     " : "failed "} ${packageFolder}`);
  if (messages.length > 0) process.exitCode = 1;

  const manifest: Record<string, unknown> = JSON.parse(readFileSync(`${packageFolder}/package.json`, "utf8"));
  for (const message of messages) console.log(`        ${message.type}: ${formatMessage(message, manifest)}`);
}

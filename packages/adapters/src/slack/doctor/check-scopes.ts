import { NotWellError } from "@keyturn/core/channel-kit";
import { slackScopes } from "../slack-needs.ts";
import type { FoundAccount } from "./look-up.ts";

/** @throws NotWellError when the token lacks a scope. */
export function checkScopes({ scopes }: FoundAccount): string {
  if (scopes.length === 0) return "Slack does not say which the token has";
  const needed = Object.entries(slackScopes);
  const missing = needed.filter(([name]) => !scopes.includes(name));
  if (missing.length > 0) {
    const lines = missing.map(([name, purpose]) => `${name}, ${purpose}`);
    throw new NotWellError(
      [
        `${missing.length} of ${needed.length} are missing. Add them under "OAuth & Permissions", "Bot Token Scopes", and ` +
          'click "Reinstall" there:',
        ...lines,
      ].join("\n"),
    );
  }
  const extra = scopes.filter((name) => !Object.hasOwn(slackScopes, name));
  return `all ${needed.length} are there${extra.length === 0 ? "" : `; not needed: ${extra.join(", ")}`}`;
}

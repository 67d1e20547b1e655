import { type ExitCode, exitCodeOf, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import { withSessions } from "../sessions/with-sessions.ts";
import { formatTokens } from "./token-table.ts";
import type { CreatingOptions, TokensOptions } from "./tokens-options.ts";

/** `keyturn tokens list` */
export async function listTokens({ json, ...options }: TokensOptions, terminal: Terminal): Promise<ExitCode> {
  const { items } = await withSessions(options, terminal, (client) => client.access.tokens());
  if (json === true) terminal.print(JSON.stringify({ items }, undefined, 2));
  else if (items.length === 0)
    terminal.print("There are no access tokens yet; the operator's token is not among them.");
  else for (const line of formatTokens(items, Date.now(), terminal.columns)) terminal.print(line);
  return exitCodes.done;
}

/** `keyturn tokens create`: prints the token, and nothing else, so that it can go into a file or another command. */
export async function createToken(
  label: string,
  { json, role, ...options }: CreatingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const made = await withSessions(options, terminal, (client) => client.access.createToken({ label, role }));
  if (json === true) {
    terminal.print(JSON.stringify(made, undefined, 2));
    return exitCodes.done;
  }
  terminal.print(made.token);
  terminal.printError(`Keep it now: it is shown once. It is ${made.id}, with the role ${role}.`);
  return exitCodes.done;
}

/** `keyturn tokens revoke`: each by itself, so that one which fails keeps none of the others. */
export async function revokeTokens(
  ids: readonly string[],
  { json, ...options }: TokensOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSessions(options, terminal, async (client) => {
    const results: { readonly id: string; readonly error?: string }[] = [];
    let worst: ExitCode = exitCodes.done;
    for (const id of ids) {
      try {
        await client.access.revokeToken(id);
        results.push({ id });
      } catch (error) {
        results.push({ id, error: error instanceof Error ? error.message : String(error) });
        worst = exitCodeOf(error);
      }
    }
    if (json === true) terminal.print(JSON.stringify({ results }, undefined, 2));
    else for (const result of results) printResult(result, terminal);
    return worst;
  });
}

function printResult({ id, error }: { readonly id: string; readonly error?: string }, terminal: Terminal): void {
  if (error === undefined) terminal.print(`${id}: revoked, with the logins and event streams that came from it`);
  else terminal.printError(`keyturn: ${id}: ${error}`);
}

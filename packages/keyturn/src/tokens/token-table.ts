import type { WireToken } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { formatRelativeTime } from "../command-line/relative-time.ts";
import { formatTable } from "../command-line/table.ts";

const columns = [
  { title: "TOKEN" },
  { title: "LABEL", isFlexible: true },
  { title: "ROLE" },
  { title: "CREATED" },
  { title: "LAST USED" },
  { title: "STATE" },
] as const;

/** Access tokens as lines of a table; times are relative to `now`, in milliseconds since 1970. */
export function formatTokens(
  tokens: readonly WireToken[],
  now: number,
  lineWidth: number | undefined,
): readonly string[] {
  const ago = (time: string) => formatRelativeTime(Date.parse(time), now);
  const rows = tokens.map(({ id, label, role, createdAt, lastUsedAt, revokedAt }) => [
    id,
    printableLine(label),
    role,
    ago(createdAt),
    lastUsedAt === null ? "never" : ago(lastUsedAt),
    revokedAt === null ? "in force" : `revoked ${ago(revokedAt)}`,
  ]);
  return formatTable(columns, rows, lineWidth);
}

import type { Row } from "./harness/row.ts";
import { durableTurnRow } from "./rows/durable-turn.ts";
import { openSessionsRow } from "./rows/open-sessions.ts";
import { overheadRow } from "./rows/overhead.ts";

/** Everything that is measured, in an order that lets later rows use the data of earlier ones. */
export const rows: readonly Row[] = [overheadRow, openSessionsRow, durableTurnRow];

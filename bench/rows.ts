import type { Row } from "./harness/row.ts";
import { dashboardListRow } from "./rows/dashboard-list.ts";
import { dashboardTranscriptRow } from "./rows/dashboard-transcript.ts";
import { destroyRow } from "./rows/destroy.ts";
import { durableTurnRow } from "./rows/durable-turn.ts";
import { enduranceRow } from "./rows/endurance.ts";
import { httpListRow } from "./rows/http-list.ts";
import { listRow } from "./rows/list.ts";
import { openSessionsRow } from "./rows/open-sessions.ts";
import { overheadRow } from "./rows/overhead.ts";
import { startRow } from "./rows/start.ts";

/** Everything that is measured, in an order that lets later rows use the data of earlier ones. */
export const rows: readonly Row[] = [
  overheadRow,
  openSessionsRow,
  durableTurnRow,
  destroyRow,
  listRow,
  httpListRow,
  dashboardListRow,
  dashboardTranscriptRow,
  startRow,
  enduranceRow,
];

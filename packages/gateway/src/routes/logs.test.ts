import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import type { LogLine, LogQuery } from "../logs/log-source.ts";
import { logSchema } from "../wire/log.ts";

function lineOf(sequence: number): LogLine {
  return { sequence, at: sequence, level: "warn", message: `line ${sequence}`, fields: { requestId: "q_1" } };
}

describe("GET /logs", () => {
  it("asks the log for what was asked for, and goes on where a page ended", async () => {
    const asked: LogQuery[] = [];
    const logs = {
      read(query: LogQuery) {
        asked.push(query);
        return [9, 8].map((sequence) => lineOf(sequence)).slice(0, query.before === undefined ? 2 : 1);
      },
    };
    await using open = await openGateway({ gateway: { logs } });
    const query = "level=warn&requestId=q_1&since=2000-01-01T00:00:00Z&limit=2";
    const first = logSchema.parse((await open.ask("GET", `/logs?${query}`)).json());
    expect(first.items.map(({ message }) => message)).toEqual(["line 9", "line 8"]);
    const second = await open.ask("GET", `/logs?${query}&cursor=${first.nextCursor}`);
    expect(second.json()).toMatchObject({ nextCursor: null });
    expect(asked).toMatchObject([
      { level: "warn", requestId: "q_1", since: Date.UTC(2000), limit: 2 },
      { level: "warn", requestId: "q_1", before: 8 },
    ]);
    const other = await open.ask("GET", `/logs?level=info&cursor=${first.nextCursor}`);
    expect(codeOf(other)).toBe("CURSOR_INVALID");
  });

  it("answers 404 where there is no log to read, and 400 to what is not well-formed", async () => {
    await using open = await openGateway();
    const none = await open.ask("GET", "/logs");
    expect([none.status, codeOf(none)]).toEqual([404, "LOGS_OFF"]);
    for (const query of ["level=loud", "runId=x", "sessionId=x", "limit=0", "page=2", "since=now"]) {
      expect((await open.ask("GET", `/logs?${query}`)).status).toBe(400);
    }
  });
});

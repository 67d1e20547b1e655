import { connect } from "node:net";
import { once } from "node:events";
import { StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { createGate } from "../../test-support/gate.ts";
import { createRecordingLog } from "../../test-support/recording-log.ts";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { RequestLog } from "./request-log.ts";

describe("a line of the log", () => {
  it("names the request that it belongs to, while others are answered beside it", async () => {
    const recorded = createRecordingLog();
    const log = new RequestLog(recorded);
    const [first, second] = [createGate(), createGate()];
    const work = (name: string, opened: Promise<void>) =>
      log.during(`q_${name}`, async () => {
        await opened;
        log.warn({ part: name }, "done");
      });
    const both = [work("one", first.opened), work("two", second.opened)]; // 1. both are under way
    second.open(); //                                                        2. the second goes on
    await both[1];
    log.info({}, "between"); //                                              3. nobody's
    first.open(); //                                                         4. the first goes on
    await both[0];
    expect(recorded.lines).toEqual([
      "warn done { requestId: 'q_two', part: 'two' }",
      "info between {}",
      "warn done { requestId: 'q_one', part: 'one' }",
    ]);
  });

  it("names the request whose export broke off after its answer had begun", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "x".repeat(2_000_000));
    const { sessions } = open.bot;
    const openExport = sessions.openExport.bind(sessions);
    Object.defineProperty(sessions, "openExport", {
      value: async (...asked: Parameters<typeof openExport>) => {
        const { session, pages } = await openExport(...asked);
        return { session, pages: breaking(pages) };
      },
    });
    const path = `/api/v1/sessions/${id}/export?format=jsonl`;
    const asked = fetch(open.url + path, { headers: { Authorization: `Bearer ${testToken}` } });
    await expect(asked.then((answer) => answer.text())).rejects.toThrow(TypeError);
    const of = (words: string) => open.log.lines.find((line) => line.includes(words)) ?? "";
    const requestId = /requestId: '([\w-]+)'/.exec(of("sessions/{id}/export"))?.[1];
    expect(of("An export broke off.")).toContain(`requestId: '${requestId}'`);
  });

  it("names what was no request by the id that its answer has", async () => {
    await using open = await openGateway();
    const socket = connect(Number(new URL(open.url).port), "127.0.0.1");
    socket.end("NONSENSE\r\n\r\n");
    const [answer] = await once(socket.setEncoding("utf8"), "data");
    const requestId = /x-request-id: (\S+)/i.exec(String(answer))?.[1];
    expect(requestId).toMatch(/^\w+/);
    const line = open.log.lines.find((text) => text.includes("What came was no request."));
    expect(line).toContain(`requestId: '${requestId}'`);
  });
});

async function* breaking<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  yield* pages;
  throw new StoreError("STORE_UNAVAILABLE", "The disk is gone.");
}

import { describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { strand } from "../../test-support/strand.ts";
import { type WireDeliveryPage, deliveryPageSchema } from "../wire/delivery.ts";
import { messagesPageSchema } from "../wire/transcript.ts";

async function list(open: OpenGateway, query = ""): Promise<WireDeliveryPage> {
  return deliveryPageSchema.parse((await open.ask("GET", `/deliveries${query}`)).json());
}

const idsOf = ({ items }: WireDeliveryPage) => items.map(({ id }) => id);

describe("GET /deliveries", () => {
  it("lists what failed and what nobody knows to have arrived, with why, and the state to decide on", async () => {
    await using open = await openGateway();
    const { sessionId, deliveryId, etag } = await strand(open);
    await open.converse("hello", "hi", "elsewhere");
    const { items, nextCursor } = await list(open);
    expect(nextCursor).toBeNull();
    expect(items).toEqual([
      {
        id: deliveryId,
        etag,
        state: "failed",
        kind: "answer",
        session: {
          id: sessionId,
          key: { adapter: "webchat", account: "local", place: "stranded", thread: null, person: null },
          title: null,
        },
        runId: expect.stringMatching(/^r_/),
        piece: 1,
        pieces: 1,
        attempts: 1,
        createdAt: "2030-01-01T00:00:00.000Z",
        error: "Forbidden (HTTP 403).",
        preview: "The answer that nobody saw.",
      },
    ]);
  });

  it("goes page by page, each piece once, and by how it stands", async () => {
    await using open = await openGateway();
    const made: string[] = [];
    for (const [index, kind] of (["failed", "unconfirmed", "failed", "failed"] as const).entries()) {
      made.push((await strand(open, kind, `room ${index % 2}`)).deliveryId);
    }
    const first = await list(open, "?limit=3");
    const second = await list(open, `?limit=3&cursor=${first.nextCursor}`);
    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(made.toSorted());
    expect(second.nextCursor).toBeNull();
    expect(idsOf(await list(open, "?state=unconfirmed"))).toEqual([made[1]]);
    expect(idsOf(await list(open, "?state=failed"))).toHaveLength(3);
  });

  it("refuses a cursor of the other state", async () => {
    await using open = await openGateway();
    for (const place of ["one", "two"]) await strand(open, "failed", place);
    const { nextCursor } = await list(open, "?state=failed&limit=1");
    const answer = await open.ask("GET", `/deliveries?cursor=${nextCursor}`);
    expect([answer.status, codeOf(answer)]).toEqual([400, "CURSOR_INVALID"]);
  });
});

describe("POST /sessions/:id/deliveries/:deliveryId/resend", () => {
  it("has the piece sent, tells whoever listens, and answers with the session", async () => {
    await using open = await openGateway();
    const { path, etag, sessionId, deliveryId } = await strand(open);
    const events = await open.events("?topics=delivery,webchat");
    const answer = await open.ask("POST", `${path}/resend`, { reason: "they asked" }, { "If-Match": etag });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({ id: sessionId, deliveries: { open: 1, failed: 0, unconfirmed: 0 } });
    expect((await events.nextOf("delivery.change")).data).toMatchObject({ deliveryId, state: "sending" });
    expect((await events.nextOf("webchat.message")).data).toMatchObject({
      deliveryId,
      text: "The answer that nobody saw.",
    });
    await open.bot.settled();
    expect((await list(open)).items).toEqual([]);
    expect(await open.bot.audit(1)).toMatchObject([
      { operation: "delivery.resend", target: deliveryId, reason: "they asked", outcome: "done", sessionId },
    ]);
  });

  it("sends once for two clicks, for two operators, and for a request that is sent again", async () => {
    await using open = await openGateway();
    const { path, etag } = await strand(open, "unconfirmed");
    const seen = { "If-Match": etag };
    const resend = (headers: Readonly<Record<string, string>>) => open.ask("POST", `${path}/resend`, {}, headers);
    let sent = 0;
    open.webChat.subscribe((piece) => void ("text" in piece && (sent += 1)));
    const answers = await Promise.all([resend({ ...seen, "Idempotency-Key": "k" }), resend(seen), resend(seen)]);
    await open.bot.settled();
    // Whoever comes second meets it under way, or delivered already.
    const late = answers.filter(({ status }) => status !== 200).map(codeOf);
    expect(late).toHaveLength(2);
    expect(["DELIVERY_CHANGED", "DELIVERY_NOT_FOUND"]).toEqual(expect.arrayContaining(late));
    const again = await resend({ ...seen, "Idempotency-Key": "k" });
    expect(again.json()).toEqual(answers[0]?.json());
    expect(sent).toBe(1);
  });
});

describe("POST /sessions/:id/deliveries/:deliveryId/dismiss", () => {
  it("takes the piece off the list and leaves the transcript", async () => {
    await using open = await openGateway();
    const { path, etag, sessionId, deliveryId } = await strand(open);
    const read = async () =>
      messagesPageSchema.parse((await open.ask("GET", `/sessions/${sessionId}/messages`)).json()).items;
    const before = await read();
    const answer = await open.ask("POST", `${path}/dismiss`, {}, { "If-Match": etag });
    expect(answer.json()).toMatchObject({ deliveries: { open: 0, failed: 0, unconfirmed: 0 } });
    expect((await list(open)).items).toEqual([]);
    expect(await read()).toEqual(before);
    expect(await open.bot.audit(1)).toMatchObject([{ operation: "delivery.dismiss", target: deliveryId }]);
  });
});

describe.each(["resend", "dismiss"])("POST /sessions/:id/deliveries/:deliveryId/%s", (verb) => {
  it("asks for the state that was seen, and refuses any other", async () => {
    await using open = await openGateway();
    const { path, etag } = await strand(open);
    const refusals = [
      { headers: {}, says: [428, "PRECONDITION_REQUIRED"] },
      { headers: { "If-Match": '"1.7"' }, says: [412, "DELIVERY_CHANGED"] },
      { headers: { "If-Match": "7" }, says: [400, "REQUEST_INVALID"] },
    ];
    for (const { headers, says } of refusals) {
      const answer = await open.ask("POST", `${path}/${verb}`, {}, headers);
      expect([answer.status, codeOf(answer)]).toEqual(says);
    }
    expect((await list(open)).items.map((item) => item.etag)).toEqual([etag]);
  });

  it("knows nothing of a piece that was decided on, or whose conversation was reset", async () => {
    await using open = await openGateway();
    const dismissed = await strand(open, "failed", "one");
    const reset = await strand(open, "unconfirmed", "two");
    await open.ask("POST", `${dismissed.path}/dismiss`, {}, { "If-Match": dismissed.etag });
    await open.ask("POST", `/sessions/${reset.sessionId}/reset`);
    for (const { path, etag } of [dismissed, reset]) {
      const answer = await open.ask("POST", `${path}/${verb}`, {}, { "If-Match": etag });
      expect([answer.status, codeOf(answer)]).toEqual([404, "DELIVERY_NOT_FOUND"]);
    }
    await open.ask("DELETE", `/sessions/${reset.sessionId}`);
    expect(codeOf(await open.ask("POST", `${reset.path}/${verb}`, {}, { "If-Match": reset.etag }))).toBe(
      "SESSION_DELETED",
    );
  });
});

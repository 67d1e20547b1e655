import { DeliveryError, type OutboundPiece, type UndeliveredPosition } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const demand = { actor: operator, reason: "they asked" };
const refused = new DeliveryError("Forbidden (HTTP 403).", { isRetryable: false });
const trouble = new DeliveryError("Bad gateway (HTTP 502).", { isRetryable: true });
const lost = new DeliveryError("The connection broke.", { isRetryable: true, isAmbiguous: true });

/** A service that refuses everything, until the test lets it. */
class Service {
  error: Error | undefined = refused;

  readonly fail = (): void => {
    if (this.error !== undefined) throw this.error;
  };
}

async function answerOne(harness: BotHarness, text: string, answer = `re: ${text}`, place = "room"): Promise<void> {
  await harness.say(text, { key: { adapter: "test", account: "main", place } });
  (await harness.model.nextRun()).answer(answer);
  await harness.bot.settled();
}

/** The pieces that wait for a decision, each with its session. */
async function undelivered(harness: BotHarness) {
  return (await harness.bot.sessions.undelivered({ limit: 200 }, operator)).items;
}

async function onlyPiece(harness: BotHarness) {
  const [found, ...others] = await undelivered(harness);
  if (found === undefined || others.length > 0) throw new Error(`${others.length} other pieces wait.`);
  const { session, entry } = found;
  const expected = { epoch: session.epoch, attempts: entry.attempts };
  return { sessionId: session.id, deliveryId: entry.id, expected };
}

describe(`${promises("undelivered", "order", "no-double")}a piece that did not arrive`, () => {
  it("is sent again in its place, under its own key, when an operator wants it", async () => {
    const service = new Service();
    const split = (text: string) => text.split("|");
    const harness = await BotHarness.start({ channel: { beforeSend: service.fail, split } });
    await answerOne(harness, "hello", "first|second");
    const waiting = await undelivered(harness);
    expect(waiting.map(({ entry }) => `${entry.piece + 1}/${entry.pieces} ${entry.text}: ${entry.state}`)).toEqual([
      "1/2 first: failed",
      "2/2 second: failed",
    ]);
    service.error = undefined;
    const sessionId = await harness.session();
    // The later one first: whichever is there is sent, each once.
    for (const { entry } of waiting.toReversed()) {
      await harness.bot.sessions.resend({ sessionId, deliveryId: entry.id }, demand);
    }
    await harness.bot.settled();
    expect(harness.channel.texts.toSorted()).toEqual(["first", "second"]);
    expect(harness.channel.visible.map((piece) => piece.idempotencyKey).toSorted()).toEqual(
      waiting.map(({ entry }) => entry.id).toSorted(),
    );
    expect(await undelivered(harness)).toEqual([]);
    await harness.bot.stop();
  });

  it("gets a full count of tries again, and comes back to the list when they fail too", async () => {
    const service = new Service();
    service.error = trouble;
    const harness = await BotHarness.start({ channel: { beforeSend: service.fail } });
    await harness.say("hello");
    (await harness.model.nextRun()).answer("hi");
    await harness.happened("run.finish");
    await harness.clock.advance(60_000);
    await harness.bot.settled();
    expect(harness.channel.sends).toHaveLength(5);
    await harness.bot.sessions.resend(await onlyPiece(harness), demand);
    await harness.clock.advance(60_000);
    await harness.bot.settled();
    expect(harness.channel.sends).toHaveLength(10);
    expect((await undelivered(harness)).map(({ entry }) => entry)).toMatchObject([{ state: "failed", attempts: 10 }]);
    await harness.bot.stop();
  });

  it.each(["idempotent", "searchable"] as const)(
    "is not seen twice on a channel that is %s, although it had arrived",
    async (assurance) => {
      const service = new Service();
      service.error = lost;
      let searches = 0;
      const harness = await BotHarness.start({
        channel: { assurance, afterSend: service.fail },
        bot: { delivery: { attempts: 1 } },
      });
      const find = harness.channel.find.bind(harness.channel);
      harness.channel.find = (piece: OutboundPiece) => ((searches += 1), find(piece));
      await answerOne(harness, "hello");
      expect((await undelivered(harness)).map(({ entry }) => entry.state)).toEqual(["unconfirmed"]);
      service.error = undefined;
      await harness.bot.sessions.resend(await onlyPiece(harness), demand);
      await harness.bot.settled();
      expect(harness.channel.texts).toEqual(["re: hello"]);
      expect(harness.channel.sends).toHaveLength(assurance === "idempotent" ? 2 : 1);
      expect(searches).toBe(assurance === "idempotent" ? 0 : 1);
      expect(await undelivered(harness)).toEqual([]);
      await harness.bot.stop();
    },
  );

  it("is sent once for two clicks, and for two operators", async () => {
    const service = new Service();
    const harness = await BotHarness.start({ channel: { assurance: "none", beforeSend: service.fail } });
    await answerOne(harness, "hello");
    service.error = undefined;
    const target = await onlyPiece(harness);
    const other = { ...demand, actor: { ...operator, id: "olga" } };
    const results = await Promise.all([
      harness.bot.sessions.resend(target, demand),
      harness.bot.sessions.resend(target, demand),
      harness.bot.sessions.resend(target, other),
      harness.bot.sessions.dismiss(target, other),
    ]);
    await harness.bot.settled();
    expect(results.map(({ kind }) => kind)).toEqual(["decided", "overtaken", "overtaken", "overtaken"]);
    expect((await harness.bot.sessions.resend(target, demand)).kind).toBe("unknown");
    expect(harness.channel.texts).toEqual(["re: hello"]);
    await harness.bot.stop();
  });

  it("leaves the list when it is dismissed, and nothing else", async () => {
    const service = new Service();
    const harness = await BotHarness.start({ channel: { beforeSend: service.fail } });
    await answerOne(harness, "hello");
    service.error = undefined;
    const target = await onlyPiece(harness);
    expect((await harness.bot.sessions.dismiss(target, demand)).kind).toBe("decided");
    expect(await undelivered(harness)).toEqual([]);
    await answerOne(harness, "and now");
    expect(harness.channel.texts).toEqual(["re: and now"]);
    expect(await harness.transcript()).toEqual(["hello", "re: hello", "and now", "re: and now"]);
    await harness.bot.stop();
  });

  it("is written down and told, each time by whom, and never with a word of it", async () => {
    const service = new Service();
    const harness = await BotHarness.start({ channel: { beforeSend: service.fail } });
    await answerOne(harness, "hello", "canary");
    const target = await onlyPiece(harness);
    await harness.bot.sessions.resend(target, demand);
    await harness.bot.settled();
    await harness.bot.sessions.resend(target, demand);
    await harness.bot.sessions.dismiss(await onlyPiece(harness), demand);
    const { sessionId, deliveryId } = target;
    const line = { actor: operator, sessionId, target: deliveryId, reason: "they asked" };
    expect(await harness.bot.audit(9)).toMatchObject([
      { ...line, operation: "delivery.dismiss", outcome: "done" },
      { ...line, operation: "delivery.resend", outcome: "nothing to do" },
      { ...line, operation: "delivery.resend", outcome: "done" },
    ]);
    const told = harness.events.filter((event) => event.type === "delivery.change");
    expect(told.map(({ state }) => state)).toEqual(["failed", "sending", "failed", "dismissed"]);
    expect(told.every((event) => event.deliveryId === deliveryId)).toBe(true);
    expect(JSON.stringify([await harness.bot.audit(9), told])).not.toContain("canary");
    await harness.bot.stop();
  });

  it("is for nobody to see or decide on whom the policy does not let", async () => {
    const service = new Service();
    const policy = { authorize: (request: { readonly actor: { readonly id: string } }) => request.actor.id !== "eve" };
    const harness = await BotHarness.start({ channel: { beforeSend: service.fail }, bot: { policy } });
    await answerOne(harness, "hello");
    const target = await onlyPiece(harness);
    const eve = { ...operator, id: "eve" };
    const denied = { code: "NOT_AUTHORIZED" };
    await expect(harness.bot.sessions.undelivered({ limit: 1 }, eve)).rejects.toMatchObject(denied);
    for (const decide of ["resend", "dismiss"] as const) {
      await expect(harness.bot.sessions[decide](target, { actor: eve, reason: "" })).rejects.toMatchObject(denied);
    }
    expect(await onlyPiece(harness)).toEqual(target);
    expect((await harness.bot.audit(9)).map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
      "delivery.dismiss denied",
      "delivery.resend denied",
      "delivery.list denied",
    ]);
    await harness.bot.stop();
  });

  it("is on exactly one page, also when the last one of a page was dismissed meanwhile", async () => {
    const service = new Service();
    const harness = await BotHarness.start({
      channel: { beforeSend: service.fail, split: (text) => text.split("|") },
    });
    for (const place of ["one", "two", "three"]) {
      await answerOne(harness, "hello", `${place} a|${place} b|${place} c`, place);
      await harness.clock.advance(1_000);
    }
    const seen: string[] = [];
    let after: UndeliveredPosition | undefined;
    do {
      const page = await harness.bot.sessions.undelivered({ limit: 2, after }, operator);
      seen.push(...page.items.map(({ entry }) => entry.text));
      after = page.next;
      const last = page.items.at(-1);
      if (last !== undefined) {
        await harness.bot.sessions.dismiss({ sessionId: last.session.id, deliveryId: last.entry.id }, demand);
      }
    } while (after !== undefined);
    expect(seen).toEqual(
      ["three", "two", "one"].flatMap((place) => ["a", "b", "c"].map((piece) => `${place} ${piece}`)),
    );
    await harness.bot.stop();
  });

  it("can be asked for by how it stands", async () => {
    const service = new Service();
    const harness = await BotHarness.start({ channel: { assurance: "none", beforeSend: service.fail } });
    await answerOne(harness, "refused");
    service.error = lost;
    await answerOne(harness, "doubtful", "re: doubtful", "elsewhere");
    const list = async (state: "failed" | "unconfirmed") =>
      (await harness.bot.sessions.undelivered({ state, limit: 9 }, operator)).items.map(({ entry }) => entry.text);
    expect(await list("failed")).toEqual(["re: refused"]);
    expect(await list("unconfirmed")).toEqual(["re: doubtful"]);
    await harness.bot.stop();
  });

  it("tells when the oldest of more than 64 in a conversation is dismissed", async () => {
    const service = new Service();
    const harness = await BotHarness.start({
      channel: { beforeSend: service.fail, split: (text) => text.split("|") },
    });
    await answerOne(harness, "hello", Array.from({ length: 65 }, (_, index) => `piece ${index}`).join("|"));
    const waiting = await undelivered(harness);
    expect(waiting).toHaveLength(64);
    expect(waiting[0]?.entry.text).toBe("piece 1");
    const dismissed = harness.events.filter((event) => event.type === "delivery.change" && event.state === "dismissed");
    expect(dismissed).toHaveLength(1);
    await harness.bot.stop();
  });
});

import { createBot } from "@keyturn/core";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openAnswerCheck } from "../../packages/gateway/test-support/answer-check.ts";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { createTemporaryFolder } from "../application/support/temporary-folder.ts";
import { promises } from "../requirements.ts";
import { operator } from "../support/bot-harness.ts";
import { type Behaviour, HoldingRunner } from "./support/holding-runner.ts";
import { RemovalGate } from "./support/removal-gate.ts";
import { type WaveAnswer, type WaveRequest, send } from "./support/wave.ts";
import { type SeenEvent, witness } from "./support/witness.ts";

/** Conversations whose runs hang during the storm, and those that are answered while it goes on. */
const heldPlaces = Array.from({ length: 60 }, (_, index) => `held ${index}`);
const freePlaces = Array.from({ length: 40 }, (_, index) => `free ${index}`);
const places = [...heldPlaces, ...freePlaces];

/**
 * Of three runs that hang, one heeds its abort, one heeds none and answers when the storm is over, and one answers in the
 * middle of its session's removal.
 */
function behaviourOf(place: string): Behaviour {
  const index = heldPlaces.indexOf(place);
  if (index === -1) return "prompt";
  return (["held", "held and deaf", "held until removed"] as const)[index % 3] ?? "held";
}

const acceptedForm = z.object({ sessionId: z.string(), messageId: z.string() });

const exportForm = z.object({
  entries: z
    .array(z.object({ text: z.string().optional(), parts: z.array(z.object({ text: z.string() })).optional() }))
    .default([]),
});

const collectGarbage = exposeGarbageCollector();

describe(`${promises("no-loss", "no-double", "no-resurrection")}a storm over HTTP with sixty runs in flight`, () => {
  it("loses no message, brings nothing back, and leaves nothing behind", async () => {
    const folder = await createTemporaryFolder();
    const store = { kind: "lowdb", folder: folder.path, durability: "relaxed" } as const;
    const runner = new HoldingRunner(behaviourOf);
    const interjected = new Map<string, Accepted>();
    const policy = new RemovalGate((place) => {
      if (behaviourOf(place) !== "held until removed") return;
      void interject(open, place, interjected); //                   behind the removal, a message and its turn,
      setImmediate(() => runner.removalBegun(place)); //             and behind that turn the old run's commit
    });
    const open = await openGateway({ bot: { store, turnRunner: runner, policy } });
    const sockets = countSockets();
    const readers = await Promise.all(Array.from({ length: 8 }, () => open.events()));
    const witnesses = readers.map((reader) => witness(reader, "the end"));
    const first = await fill(open);
    expect(open.bot.statistics.runsInFlight).toBeGreaterThanOrEqual(50);
    collectGarbage();
    const heapBefore = process.memoryUsage().heapUsed;

    const sessions = [...first.values()].map(({ sessionId }) => sessionId);
    const waves = await rage(open, sessions); //            1. everything at once
    runner.letGo(); //                                      2. what hung is answered
    await open.bot.settled();
    const last = await open.say("the end", "the end"); //   3. so that each witness knows when it has seen all
    await open.bot.settled();
    const [seen = [], ...others] = await Promise.all(witnesses);

    expect(waves.flatMap(({ faults }) => faults)).toEqual([]);
    const answers = waves.flatMap((wave) => wave.answers);
    expect(answers).toHaveLength(1_500);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const other of others) expect(other.map(({ id }) => id)).toEqual(seen.map(({ id }) => id));

    const accepted = new Map([...first, ...interjected, ...acceptedIn(answers)]);
    expect(accepted.size).toBeGreaterThan(400);
    expect(await wronglyAnswered(open, accepted, seen)).toEqual([]);
    // Else no run met a removal, and the storm has shown nothing of it.
    expect(seen.filter(({ type, operation }) => type === "fence.refuse" && operation === "turn.commit")).not.toEqual(
      [],
    );

    const deletions = seen.filter(({ type }) => type === "session.delete").map(({ sessionId }) => sessionId);
    const deleted = new Set(deletions);
    expect([deletions.length, deleted.size]).toEqual([40, 40]);
    for (const id of deleted) expect((await open.ask("GET", `/sessions/${id}`)).status).toBe(410);
    expect((await listAll(open)).filter((id) => deleted.has(id))).toEqual([]);

    for (const reader of readers) reader.close();
    expect(open.bot.statistics).toMatchObject({ runsInFlight: 0, activeLanes: 0 });
    collectGarbage();
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(48 * 1024 * 1024);
    await open[Symbol.asyncDispose]();
    expect(countSockets()).toBeLessThanOrEqual(sockets);

    const reopened = await createBot({ store }); //         4. and after a restart it is the same
    const kept = await reopened.sessions.list({ limit: 200 }, operator);
    expect(kept.filter(({ id }) => deleted.has(id))).toEqual([]);
    expect(kept.map(({ id }) => id)).toContain(last);
    await reopened.stop();
    await folder.remove();
  });
});

type Accepted = z.infer<typeof acceptedForm>;

/** A first message in every conversation: by its text, what was accepted. Those of held conversations are being answered. */
async function fill(open: OpenGateway): Promise<ReadonlyMap<string, Accepted>> {
  const say = async (place: string): Promise<readonly [string, Accepted]> => {
    const text = `first of ${place}`;
    const answer = await open.ask("POST", "/webchat/messages", { conversation: place, text });
    return [text, acceptedForm.parse(answer.json())];
  };
  const free = await Promise.all(freePlaces.map(say));
  await open.bot.settled();
  const held = await Promise.all(heldPlaces.map(say));
  const isRunning = () => open.bot.statistics.runsInFlight === heldPlaces.length;
  while (!isRunning()) await new Promise((resolve) => setImmediate(resolve));
  return new Map([...held, ...free]);
}

/** Says something in a conversation whose session is being removed, and adds it to what was accepted. */
async function interject({ bot, webChat }: OpenGateway, conversation: string, accepted: Map<string, Accepted>) {
  const text = `interjection ${accepted.size} in ${conversation}`;
  const sender = { id: "ada" };
  accepted.set(text, { sessionId: "", messageId: "" });
  const receipt = await bot.receive(webChat.toMessage({ conversation, text, sender, messageId: text }));
  accepted.set(text, acceptedForm.parse(receipt));
}

/** Lists, reads, messages, resets and deletes, all at the same time, each a number of times that is set. */
function rage({ url }: OpenGateway, ids: readonly string[]) {
  const idOf = (index: number) => ids[(index * 7) % ids.length] ?? "";
  const get = (path: string): WaveRequest => ({ method: "GET", path: `/api/v1${path}` });
  const queries = ["?limit=50", "?q=held", "?state=running", "?sort=createdAt&limit=20", "?q=first&limit=200"];
  const reads = ["", "/messages", "/queue", "/export"];
  const kinds: readonly (readonly [amount: number, next: (index: number) => WaveRequest])[] = [
    [300, (index) => get(`/sessions${queries[index % queries.length]}`)],
    [400, (index) => get(`/sessions/${idOf(index)}${reads[index % reads.length]}`)],
    [
      600,
      (index) => ({
        method: "POST",
        path: "/api/v1/webchat/messages",
        body: { conversation: places[(index * 3) % places.length], text: `message ${index}` },
        headers: { "Idempotency-Key": `storm-key-${String(index).padStart(8, "0")}` },
      }),
    ],
    [100, (index) => ({ method: "POST", path: `/api/v1/sessions/${idOf(index * 3)}/reset` })],
    [100, (index) => ({ method: "DELETE", path: `/api/v1/sessions/${idOf((index % 40) * 2)}` })],
  ];
  return openAnswerCheck().then((check) =>
    Promise.all(kinds.map(([amount, next]) => send({ url, amount, connections: 5, next, check }))),
  );
}

/** Messages that the gateway took, by their texts. */
function acceptedIn(answers: readonly WaveAnswer[]): ReadonlyMap<string, Accepted> {
  const posted = answers.filter(({ status }) => status === 202);
  return new Map(
    posted.flatMap(({ request, json }) => {
      const text: unknown = Reflect.get(request.body ?? {}, "text");
      return typeof text === "string" ? [[text, acceptedForm.parse(json())] as const] : [];
    }),
  );
}

/** What is wrong with accepted messages: not answered once where nobody removed them, or still there where somebody did. */
async function wronglyAnswered(
  open: OpenGateway,
  accepted: ReadonlyMap<string, Accepted>,
  seen: readonly SeenEvent[],
): Promise<readonly string[]> {
  const epochs = new Map(
    seen.flatMap(({ type, messageId, epoch }) => (type === "message.accept" ? [[messageId, epoch]] : [])),
  );
  const transcripts = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const [text, { sessionId, messageId }] of accepted) {
    const epoch = epochs.get(messageId) ?? 0;
    const isRemoved = seen.some(
      (event) =>
        (event.type === "session.reset" || event.type === "session.delete") &&
        event.sessionId === sessionId &&
        (event.oldEpoch ?? 0) >= epoch,
    );
    const transcript = transcripts.get(sessionId) ?? (await readTexts(open, sessionId));
    transcripts.set(sessionId, transcript);
    const stored = transcript.filter((entry) => entry === text).length;
    const answered = transcript.filter((entry) => entry === `re: ${text}`).length;
    const isSaid = ({ type, text: said }: SeenEvent) => type === "webchat.message" && said === `re: ${text}`;
    const delivered = new Set(seen.filter(isSaid).map(({ deliveryId }) => deliveryId)).size;
    const isRight = isRemoved
      ? stored === 0 && answered === 0 && delivered <= 1
      : stored === 1 && answered === 1 && delivered === 1;
    if (epoch === 0 || !isRight) wrong.push(`${text}: ${JSON.stringify({ isRemoved, stored, answered, delivered })}`);
  }
  return wrong;
}

/** What was written in a session, entry by entry; nothing where it is gone. */
async function readTexts(open: OpenGateway, id: string): Promise<readonly string[]> {
  const exported = exportForm.parse((await open.ask("GET", `/sessions/${id}/export`)).json());
  return exported.entries.flatMap((entry) => entry.text ?? entry.parts?.map(({ text }) => text) ?? []);
}

/** Every session of the list, page by page. */
async function listAll(open: OpenGateway): Promise<readonly string[]> {
  const form = z.object({ items: z.array(z.object({ id: z.string() })), nextCursor: z.string().nullable() });
  const ids: string[] = [];
  for (let query = "?limit=50"; ;) {
    const { items, nextCursor } = form.parse((await open.ask("GET", `/sessions${query}`)).json());
    ids.push(...items.map(({ id }) => id));
    if (nextCursor === null) return ids;
    query = `?limit=50&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

function exposeGarbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

import { z } from "zod";
import { logIn, makeToken } from "./access.ts";
import type { OpenGateway } from "./open-gateway.ts";

const idForm = z.looseObject({ id: z.string() });
const queueForm = z.object({ items: z.array(z.object({ id: z.string() })) });

/** A schedule as it is asked for, but for its session. */
export const newsSchedule = {
  name: "News",
  cron: "0 9 * * *",
  timeZone: "Europe/Berlin",
  text: "What is new?",
} as const;

/** A bot in the middle of its work: something of every kind that a request could change by mistake. */
export interface LiveScene {
  readonly open: OpenGateway;
  /** A session with a run in flight, and the messages that wait behind it. */
  readonly busy: string;
  readonly runId: string;
  /** The message that the run took, then those that wait. */
  readonly queue: readonly string[];
  readonly muted: string;
  /** A session with a conversation behind it, at rest. */
  readonly idle: string;
  /** Its reset can be undone, and something was said since. */
  readonly reset: string;
  /** Its delete can be undone. */
  readonly deleted: string;
  /** Deleted, and its conversation goes on as another session. */
  readonly replaced: string;
  readonly schedule: string;
  /** What was told to listeners since the scene is complete, by type. */
  readonly events: readonly string[];
}

/** Brings a gateway's bot into the middle of its work. */
export async function openLiveScene(open: OpenGateway): Promise<LiveScene> {
  const talk = (conversation: string) => open.converse("hello", "hi", conversation);
  const [idle, muted, deleted, replaced, reset] = [
    await talk("idle"),
    await talk("muted"),
    await talk("deleted"),
    await talk("replaced"),
    await talk("reset"),
  ];
  await open.ask("PATCH", `/sessions/${muted}`, { muted: true }, { "If-Match": "*" });
  for (const id of [deleted, replaced]) await open.ask("DELETE", `/sessions/${id}`);
  await open.ask("POST", `/sessions/${reset}/reset`);
  await talk("replaced");
  await talk("reset");
  const { sessionId: busy, runId, run } = await open.startRun("one", "busy");
  run.write("So far ");
  await open.say("two", "busy");
  await open.say("three", "busy");
  const { items } = queueForm.parse((await open.ask("GET", `/sessions/${busy}/queue`)).json());
  const made = await open.ask("POST", "/schedules", { ...newsSchedule, sessionId: busy });
  await makeToken(open, "viewer");
  await logIn(open);
  const queue = items.map(({ id }) => id);
  const events: string[] = [];
  open.bot.subscribe(({ type }) => events.push(type));
  const { id: schedule } = idForm.parse(made.json());
  return { open, busy, runId, queue, muted, idle, reset, deleted, replaced, schedule, events };
}

import { z } from "zod";
import type { OpenGateway } from "../../../packages/gateway/test-support/open-gateway.ts";
import type { WireEntry, WireUserEntry } from "../../../packages/gateway/src/wire/transcript.ts";

type WithoutPlace<Entry> = Entry extends WireEntry ? Omit<Entry, "sequence" | "at"> & { readonly at?: string } : never;

/** An entry that a test wants in a transcript. */
export type WantedEntry = WithoutPlace<WireEntry>;

/** When the first entry of a transcript was written, unless a test says otherwise; each next one a minute later. */
const begin = Date.parse("2030-01-01T09:00:00.000Z");

/** What Ana wrote. */
export function said(text: string, place: number, name = "Ana"): WithoutPlace<WireUserEntry> {
  return { role: "user", messageId: idOf("m", place), sender: { id: name.toLowerCase(), name }, text };
}

/** What the agent answered. */
export function answered(text: string, place: number): WantedEntry {
  return { role: "assistant", runId: idOf("r", place), parts: [{ type: "text", text }], isStopped: false };
}

/** An id such as the core's. */
export function idOf(kind: string, place: number): string {
  return `${kind}_${String(place).padStart(22, "0")}`;
}

/** A conversation with these entries, as an import makes it; its id. */
export async function withTranscript(
  open: OpenGateway,
  entries: readonly WantedEntry[],
  place = "lobby",
): Promise<string> {
  const model = await open.converse("hello", "hi", `model of ${place}`);
  const exported = z
    .looseObject({ session: z.looseObject({}) })
    .parse((await open.ask("GET", `/sessions/${model}/export`)).json());
  await open.ask("DELETE", `/sessions/${model}?purge=true`);
  const placed = entries.map((entry, sequence) => ({
    at: new Date(begin + sequence * 60_000).toISOString(),
    ...entry,
    sequence,
  }));
  const session = { ...exported.session, entries: placed.length };
  const body = { ...exported, session, entries: placed };
  const made = await open.ask("POST", `/sessions/import?key=webchat/web/${place}`, body);
  return z.object({ id: z.string() }).parse(made.json()).id;
}

/** A conversation of many entries, in turns; its id. */
export function withLongTranscript(open: OpenGateway, count: number, place = "lobby"): Promise<string> {
  const entries = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? said(`question ${index} ${"which may be longer ".repeat(index % 7)}`, index)
      : answered(`answer **${index}**\n\n${"- a point\n".repeat(index % 5)}`, index),
  );
  return withTranscript(open, entries, place);
}

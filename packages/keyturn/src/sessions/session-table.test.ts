import type { WireMessagesPage, WireSession } from "@keyturn/gateway/client";
import { describe, expect, it } from "vitest";
import { textWidth } from "../command-line/text-width.ts";
import { formatSessions } from "./session-table.ts";
import { formatTranscript } from "./transcript-text.ts";

const now = Date.UTC(2026, 5, 15, 12);

function session(parts: Partial<WireSession> = {}): WireSession {
  return {
    id: "s_2uYbHqkGv1E0n8mJc4tXWg",
    key: { adapter: "webchat", account: "web", place: "terminal", thread: null, person: null },
    epoch: 3,
    version: 7,
    title: null,
    model: null,
    pinned: false,
    muted: false,
    owner: { id: "1", name: "Ada" },
    createdAt: "2026-06-15T11:00:00.000Z",
    updatedAt: "2026-06-15T11:57:00.000Z",
    entries: 2,
    waiting: 0,
    running: null,
    deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    usage: { inputTokens: 10, outputTokens: 5, runs: 1 },
    preview: "Hello",
    reset: null,
    ...parts,
  };
}

describe("the list of sessions", () => {
  it("shows where each is, what it does, and when it was used", () => {
    const running = { runId: "r_1", messageIds: ["m_1"], since: "2026-06-15T11:59:00.000Z" };
    const lines = formatSessions([session(), session({ title: "Billing", running, waiting: 2 })], now, undefined);
    expect(lines[1]).toMatch(/^s_2uYbHqkGv1E0n8mJc4tXWg {2}webchat terminal by Ada {2}idle +2 {2}3 min ago {2}Hello$/);
    expect(lines[2]).toContain("Billing");
    expect(lines[2]).toContain("running, 2 waiting");
  });

  it("fits a terminal of 100 columns, whatever people wrote", () => {
    const preview = "\u001b[31m世界\n".repeat(30);
    const lines = formatSessions([session({ preview })], now, 100);
    expect(lines.every((line) => textWidth(line) <= 100)).toBe(true);
    expect(lines.join("")).not.toContain("\u001b");
  });
});

it("shows a transcript with tools, what was stopped, and what waits", () => {
  const at = "2026-06-15T11:58:00.000Z";
  const sender = { id: "1", name: "Ada" };
  const page: WireMessagesPage = {
    session: session(),
    summary: null,
    items: [
      { role: "user", sequence: 4, at, messageId: "m_1", sender, text: "Two\nlines" },
      {
        role: "assistant",
        sequence: 5,
        at,
        runId: "r_1",
        isStopped: true,
        parts: [
          {
            type: "tool",
            callId: "c",
            name: "dice",
            input: { sides: 6 },
            output: 4,
            isError: false,
            durationMilliseconds: 12,
          },
          { type: "text", text: "It is fo" },
        ],
      },
      { role: "notice", sequence: 6, at, text: "The run failed." },
    ],
    nextBefore: 4,
    queue: [{ id: "m_2", state: "received", attempts: 0, acceptedAt: at, sender, text: "And now?" }],
  };
  expect(formatTranscript(page, now).slice(7)).toEqual([
    "",
    "(4 older entries; --limit shows more)",
    "",
    "Ada, 2 min ago",
    "  Two",
    "  lines",
    "",
    "bot, 2 min ago (stopped)",
    '  [dice {"sides":6} → 4 (12 ms)]',
    "  It is fo",
    "",
    "(2 min ago: The run failed.)",
    "",
    "Ada, waiting",
    "  And now?",
  ]);
});

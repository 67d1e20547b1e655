import { appendFileSync, existsSync, readFileSync } from "node:fs";
import {
  type Channel,
  type ClaimedTurn,
  type Plugin,
  type RunResult,
  type TurnRunner,
  definePlugin,
} from "@keyturn/core";

/** A point at which the process can be killed. */
export type KillPoint = (typeof killPoints)[number];

/** Every step in the life of a message and of a delete that can be told apart from outside the store. */
export const killPoints = [
  "before accept",
  "after accept",
  "when the run begins",
  "in the middle of the answer",
  "before commit",
  "after commit",
  "before send",
  "after send",
  "after settle",
  "before delete",
  "after delete",
  "before reset",
  "after reset",
] as const;

/** Called at each point; may not come back. */
export type AtPoint = (point: KillPoint) => void;

/** What people saw: survives the process, as a chat service does. */
export class OutsideWorld {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  show(idempotencyKey: string, text: string): void {
    appendFileSync(this.#file, `${JSON.stringify({ show: idempotencyKey, text })}\n`);
  }

  hide(idempotencyKey: string): void {
    appendFileSync(this.#file, `${JSON.stringify({ hide: idempotencyKey })}\n`);
  }

  /** What is visible now, in order; the service shows one message of a key. */
  visible(): readonly string[] {
    const shown = new Map<string, string>();
    const lines = existsSync(this.#file) ? readFileSync(this.#file, "utf8").split("\n") : [];
    for (const line of lines.filter((text) => text !== "")) {
      const entry = JSON.parse(line) as { readonly show?: string; readonly hide?: string; readonly text?: string };
      if (entry.show !== undefined && !shown.has(entry.show)) shown.set(entry.show, entry.text ?? "");
      if (entry.hide !== undefined) shown.delete(entry.hide);
    }
    return [...shown.values()];
  }
}

/** A channel into the outside world. */
export function createWorldPlugin(world: OutsideWorld, at: AtPoint): Plugin {
  const channel: Channel = {
    name: "test",
    assurance: "idempotent",
    send: (piece) => {
      at("before send");
      world.show(piece.idempotencyKey, piece.text);
      at("after send");
      return Promise.resolve({ platformMessageId: piece.idempotencyKey });
    },
    recall: ({ idempotencyKey }) => {
      world.hide(idempotencyKey);
      return Promise.resolve();
    },
  };
  return definePlugin({ name: "world", version: "1.0.0", setup: (context) => context.channel(channel) });
}

/** A model that answers `re: …`. */
export function createWorldRunner(at: AtPoint): TurnRunner {
  return {
    async run(turn: ClaimedTurn, context): Promise<RunResult> {
      at("when the run begins");
      const text = turn.messages.map((message) => `re: ${message.text}`).join("\n");
      context.onText(text.slice(0, 3));
      at("in the middle of the answer");
      context.onText(text.slice(3));
      await Promise.resolve();
      at("before commit");
      return { parts: [{ type: "text", text }], usage: { inputTokens: 1, outputTokens: 1 } };
    },
  };
}

/** A message of Ana's. */
export function createMessage(text: string) {
  return {
    key: { adapter: "test", account: "main", place: "room" },
    platformMessageId: `platform of ${text}`,
    sender: { id: "ana" },
    text,
  };
}

/** Whoever runs the bot. */
export const operator = { kind: "operator", id: "tests", surface: "code" } as const;

import type { RunContext } from "../agent/turn-runner.ts";
import type { MessageId } from "../identifiers.ts";
import type { Clock } from "../clock.ts";
import type { DraftPump } from "../delivery/draft-pump.ts";
import type { EventBus, RunToolEvent, SessionEvent } from "../sessions/events.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { LiveRun } from "../sessions/run-registry.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";

type WithoutSubject<Event> = Event extends SessionEvent
  ? Omit<Event, "at" | "sessionId" | "key" | "epoch" | "version">
  : never;
type RunEvent = WithoutSubject<Extract<SessionEvent, { type: `run.${string}` }>>;

/** Tells listeners what a run of the turn did. */
export function emitRunEvent(
  { events, clock }: { readonly events: EventBus; readonly clock: Clock },
  turn: ClaimedTurn,
  event: RunEvent,
): void {
  if (!events.hasListeners) return;
  const { sessionId, epoch } = turn.fence;
  events.emit({ at: clock.now(), sessionId, key: turn.key, epoch, version: turn.version, ...event });
}

/** The parts that a run's context is made of. */
export interface LiveRunContextParts {
  readonly turn: ClaimedTurn;
  readonly run: LiveRun;
  readonly draft: DraftPump | undefined;
  readonly sessions: Pick<Sessions, "turnAttachment">;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** What a run in flight tells goes to its draft and to the listeners, until it is aborted: then it is quiet. */
export class LiveRunContext implements RunContext {
  readonly #parts: LiveRunContextParts;

  constructor(parts: LiveRunContextParts) {
    this.#parts = parts;
  }

  get signal(): AbortSignal {
    return this.#parts.run.signal;
  }

  onText(text: string): void {
    const { turn, run, draft } = this.#parts;
    if (run.isAborted) return;
    const offset = run.write(text);
    draft?.update(run.text);
    emitRunEvent(this.#parts, turn, { type: "run.draft", runId: turn.runId, offset, text });
  }

  onToolCall({ callId, name, input }: Parameters<RunContext["onToolCall"]>[0]): void {
    this.#parts.run.callTool({ callId, name, input }, this.#parts.clock.now());
    this.#tellTool({ callId, name, input, isError: false, durationMilliseconds: undefined });
  }

  onToolResult(result: Parameters<RunContext["onToolResult"]>[0]): void {
    const { callId, name, isError, durationMilliseconds } = result;
    this.#parts.run.endTool(result);
    this.#tellTool({ callId, name, input: undefined, isError, durationMilliseconds });
  }

  async readAttachment(messageId: MessageId, index: number): Promise<Uint8Array | undefined> {
    const { turn, run, sessions } = this.#parts;
    return run.isAborted ? undefined : sessions.turnAttachment(turn.fence, messageId, index);
  }

  #tellTool(tool: Pick<RunToolEvent, "callId" | "name" | "input" | "isError" | "durationMilliseconds">): void {
    const { turn, run } = this.#parts;
    if (!run.isAborted) emitRunEvent(this.#parts, turn, { type: "run.tool", runId: turn.runId, ...tool });
  }
}

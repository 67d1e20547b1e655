import type { WireRunTool } from "../../src/wire/run.ts";

/** The text that a run has written so far. It may still be thrown away. */
export interface Draft {
  readonly runId: string;
  readonly sessionId: string;
  readonly epoch: number;
  readonly startedAt: string;
  readonly text: string;
  /** Tools that it called, in that order. */
  readonly tools: readonly DraftTool[];
  /** Undefined while it runs. */
  readonly end: string | undefined;
}

/** A call of a tool that a run made. */
export type DraftTool = WireRunTool;

/** Calls of a run as two sources know them, in order: one that is known to have ended did. */
function mergeTools(known: readonly DraftTool[], told: readonly DraftTool[]): readonly DraftTool[] {
  const latest = new Map(told.map((tool) => [tool.callId, tool]));
  for (const tool of known) {
    if (tool.durationMilliseconds !== null || !latest.has(tool.callId)) latest.set(tool.callId, tool);
  }
  return [...latest.values()];
}

/** The drafts of the runs that the page knows of, by session: one session has one run at most. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  find(sessionId: string): Draft | undefined {
    return this.#drafts.get(sessionId);
  }

  /** A run began, or is found to be at work with this text and these tools. What is known to have come later stays. */
  begin(draft: Omit<Draft, "end">): void {
    const known = this.#drafts.get(draft.sessionId);
    if (known?.runId !== draft.runId) return this.#set({ ...draft, end: undefined });
    const text = known.text.length >= draft.text.length ? known.text : draft.text;
    this.#set({ ...known, text, tools: mergeTools(known.tools, draft.tools) });
  }

  /** A run wrote on. False when a piece before this one is missing: read the run's text, and `begin` with it. */
  append(sessionId: string, runId: string, offset: number, text: string): boolean {
    const draft = this.#drafts.get(sessionId);
    if (draft === undefined || draft.runId !== runId || draft.text.length < offset) return false;
    this.#set({ ...draft, text: draft.text.slice(0, offset) + text });
    return true;
  }

  /** A run called a tool, or a tool came back: then what went in, and when, is known already. */
  noteTool(sessionId: string, runId: string, tool: DraftTool): void {
    const draft = this.#drafts.get(sessionId);
    if (draft === undefined || draft.runId !== runId) return;
    const at = draft.tools.findIndex(({ callId }) => callId === tool.callId);
    const called = draft.tools[at];
    if (called === undefined) return this.#set({ ...draft, tools: [...draft.tools, tool] });
    const { durationMilliseconds, isError } = tool;
    this.#set({ ...draft, tools: draft.tools.with(at, { ...called, durationMilliseconds, isError }) });
  }

  /** A run ended. Its text stays until the transcript has the answer, so that nothing flickers. */
  end(sessionId: string, runId: string, end: string): void {
    const draft = this.#drafts.get(sessionId);
    if (draft?.runId === runId) this.#set({ ...draft, end });
  }

  /** Forgets a session's draft; with a run's id, when it is that run's. */
  drop(sessionId: string, runId?: string): void {
    const draft = this.#drafts.get(sessionId);
    if (draft === undefined || (runId !== undefined && draft.runId !== runId)) return;
    this.#drafts.delete(sessionId);
    this.#tell();
  }

  clear(): void {
    this.#drafts.clear();
    this.#tell();
  }

  #set(draft: Draft): void {
    this.#drafts.set(draft.sessionId, draft);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

import type { Link, Span, SpanContext } from "@opentelemetry/api";
import type { RunId } from "../identifiers.ts";

/** Runs whose spans are remembered for the deliveries of their answers; beyond, the oldest is forgotten. */
const mostRuns = 10_000;

/**
 * Which span a run's turn had: its answer is delivered later, in traces of their own. They are known in this process alone,
 * so a delivery after a restart has no link.
 */
export class TurnSpans {
  readonly #turns = new Map<RunId, SpanContext>();

  /** @param span undefined where nobody traces. */
  remember(runId: RunId, span: Span | undefined): void {
    if (span === undefined) return;
    this.#turns.set(runId, span.spanContext());
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > mostRuns && oldest !== undefined) this.#turns.delete(oldest);
  }

  /** A link to the turn's span, where it is known. A piece is tried again, so it is not forgotten by this. */
  linksTo(runId: RunId | undefined): Link[] {
    const context = runId === undefined ? undefined : this.#turns.get(runId);
    return context === undefined ? [] : [{ context }];
  }
}

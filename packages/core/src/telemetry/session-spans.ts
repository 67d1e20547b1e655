import type { Attributes, Link, SpanContext } from "@opentelemetry/api";
import type { MessageId } from "../identifiers.ts";
import { inSpan } from "./span.ts";

/** Accepted messages whose spans are remembered until a turn takes them; beyond, the oldest is forgotten. */
const mostAccepted = 10_000;

/** Spans around what is done to sessions, and which of them accepted a message: its turn comes later, in a trace of its own. */
export class SessionSpans {
  readonly #accepted = new Map<MessageId, SpanContext>();

  /** Does something to the session of a key, within a span of the operation's name. */
  run<Result>(keyText: string, operation: string, action: () => Promise<Result>): Promise<Result> {
    const attributes = () => ({ "keyturn.adapter": keyText.slice(0, keyText.indexOf("/")) });
    return inSpan(`keyturn ${operation}`, { attributes }, async (span) => {
      const result = await action();
      if (span !== undefined) {
        span.setAttributes(describeOutcome(result));
        if (isAccepted(result)) this.#remember(result.messageId, span.spanContext());
      }
      return result;
    });
  }

  /** Links to the spans that accepted these messages, as far as they are known; they are forgotten by this. */
  takeLinks(messageIds: readonly MessageId[]): Link[] {
    return messageIds.flatMap((id) => {
      const context = this.#accepted.get(id);
      this.#accepted.delete(id);
      return context === undefined ? [] : [{ context }];
    });
  }

  #remember(id: MessageId, context: SpanContext): void {
    this.#accepted.set(id, context);
    const [oldest] = this.#accepted.keys();
    if (this.#accepted.size > mostAccepted && oldest !== undefined) this.#accepted.delete(oldest);
  }
}

/** What an outcome of the store says of its session, whichever outcome it is. */
function describeOutcome(outcome: unknown): Attributes {
  if (typeof outcome !== "object" || outcome === null) return {};
  const session = "session" in outcome ? outcome.session : "removal" in outcome ? outcome.removal : outcome;
  return { ...text("keyturn.outcome", outcome, "kind"), ...subjectOf(session) };
}

function subjectOf(session: unknown): Attributes {
  if (typeof session !== "object" || session === null) return {};
  const epoch = "epoch" in session && typeof session.epoch === "number" ? { "keyturn.epoch": session.epoch } : {};
  const name = "keyturn.session.id";
  return { ...text(name, session, "id"), ...text(name, session, "sessionId"), ...epoch };
}

function text(attribute: string, source: object, member: string): Attributes {
  const value: unknown = member in source ? Reflect.get(source, member) : undefined;
  return typeof value === "string" ? { [attribute]: value } : {};
}

function isAccepted(outcome: unknown): outcome is { readonly messageId: MessageId } {
  return (
    typeof outcome === "object" &&
    outcome !== null &&
    "kind" in outcome &&
    outcome.kind === "accepted" &&
    "messageId" in outcome
  );
}

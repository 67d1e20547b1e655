import {
  type Attributes,
  type Context,
  type Link,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  context,
  trace,
} from "@opentelemetry/api";

/** The instrumentation scope that every span of the core belongs to. */
const scopeName = "@keyturn/core";

/** What else a span is given. */
export interface SpanOptions {
  /** Asked for only when somebody traces. Ids and figures, never what somebody wrote. */
  readonly attributes?: () => Attributes;
  readonly links?: () => Link[];
  /** The span that it is a part of. Default: the active one; `root` for none. */
  readonly parent?: Context | "root" | undefined;
  /** @default internal */
  readonly isOutgoing?: boolean | undefined;
}

/**
 * Does some work within a span, which is active meanwhile and ends with it. A failure is told by its code alone. Where no
 * tracer was registered with the OpenTelemetry API this only calls `work`, with undefined.
 */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, options);
  if (span === undefined) return work(undefined);
  return context.with(trace.setSpan(contextOf(options.parent), span), async () => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Begins a span that whoever asks ends; undefined where nobody traces. */
export function beginSpan(name: string, { attributes, links, parent, isOutgoing }: SpanOptions): Span | undefined {
  const kind = isOutgoing === true ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return findTracer()?.startSpan(
    name,
    { kind, root: parent === "root", attributes: attributes?.() ?? {}, links: links?.() ?? [] },
    contextOf(parent),
  );
}

/** Marks a span as failed, by the error's code: its message may hold what somebody wrote. */
export function failSpan(span: Span, error: unknown): void {
  const code = error instanceof Error ? ("code" in error ? String(error.code) : error.name) : "unknown";
  span.setAttribute("error.type", code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

/** What is active now: to be the parent of spans that begin where that is no longer known. */
export function activeContext(): Context {
  return context.active();
}

function contextOf(parent: SpanOptions["parent"]): Context {
  return parent === undefined || parent === "root" ? context.active() : parent;
}

/** The API's own provider hands out tracers that do nothing, at some cost, until somebody registers a real one. */
function findTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider();
  return provider instanceof ProxyTracerProvider
    ? provider.getDelegateTracer(scopeName)
    : provider.getTracer(scopeName);
}

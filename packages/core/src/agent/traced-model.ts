import type { Attributes, Span } from "@opentelemetry/api";
import { wrapLanguageModel } from "ai";
import { activeContext, beginSpan, failSpan } from "../telemetry/span.ts";
import type { ModelStreamPart, NativeLanguageModel } from "./language-model.ts";

/**
 * The model, each of its calls in a span of the active one, from the request to the end of the answer. The names are the
 * conventions of OpenTelemetry for generative AI (semantic conventions 1.41, gen-ai spans), without any content.
 */
export function withSpans(model: NativeLanguageModel, modelName: string): NativeLanguageModel {
  const parent = activeContext();
  const [provider = "", ...rest] = modelName.split("/");
  const requested = rest.join("/");
  const attributes = (): Attributes => ({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": requested,
  });
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ doStream }) {
        const span = beginSpan(`chat ${requested}`, { attributes, parent, isOutgoing: true });
        if (span === undefined) return doStream();
        try {
          const answer = await doStream();
          return { ...answer, stream: watch(answer.stream, span) };
        } catch (error) {
          failSpan(span, error);
          span.end();
          throw error;
        }
      },
    },
  });
}

/** Passes an answer on and ends the span with it, also when nobody reads it to its end. */
function watch(stream: ReadableStream<ModelStreamPart>, span: Span): ReadableStream<ModelStreamPart> {
  const reader = stream.getReader();
  return new ReadableStream<ModelStreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          span.end();
          return controller.close();
        }
        note(value, span);
        controller.enqueue(value);
      } catch (error) {
        failSpan(span, error);
        span.end();
        throw error;
      }
    },
    async cancel(reason) {
      span.end();
      await reader.cancel(reason);
    },
  });
}

function note(part: ModelStreamPart, span: Span): void {
  if (part.type === "error") failSpan(span, part.error);
  if (part.type !== "finish") return;
  const { usage, finishReason } = part;
  span.setAttributes({
    "gen_ai.usage.input_tokens": usage.inputTokens.total ?? 0,
    "gen_ai.usage.output_tokens": usage.outputTokens.total ?? 0,
    "gen_ai.response.finish_reasons": [finishReason.unified],
  });
}

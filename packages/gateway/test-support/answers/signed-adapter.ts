import { definePlugin } from "@keyturn/core";
import { type AnswerCase, given } from "./answer-case.ts";

/** A case of a gateway with an adapter `signed` that takes webhooks, and answers as told. */
export function withAdapter(
  ask: AnswerCase["ask"],
  {
    answer = () => Promise.resolve(new Response("taken")),
    start = () => Promise.resolve(),
  }: { readonly answer?: () => Promise<Response>; readonly start?: () => Promise<void> } = {},
): AnswerCase {
  const plugin = definePlugin({
    name: "signed",
    version: "1.0.0",
    setup: (context) =>
      context.channel({ name: "signed", assurance: "none", send: () => Promise.resolve({}), start, webhook: answer }),
  });
  return given({ bot: { plugins: [plugin] } }, ask);
}

/** The answers of a route for webhooks. */
export function webhookCases(method: "GET" | "POST"): Readonly<Record<number, AnswerCase>> {
  const post = (adapter: string): AnswerCase["ask"] => {
    return (open) => open.exchange({ method, path: `/hooks/${adapter}/events` });
  };
  return {
    200: withAdapter(post("signed")),
    404: withAdapter(post("nobody")),
    500: withAdapter(post("signed"), { answer: () => Promise.reject(new Error("nobody foresaw this")) }),
    503: withAdapter(post("signed"), { start: () => Promise.reject(new Error("no route to host")) }),
  };
}

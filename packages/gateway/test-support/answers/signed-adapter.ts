import { type Plugin, definePlugin } from "@keyturn/core";
import { type AnswerCase, given } from "./answer-case.ts";

/** How the adapter `signed` behaves. */
export interface SignedAdapterOptions {
  readonly answer?: () => Promise<Response>;
  readonly start?: () => Promise<void>;
}

/** A plugin with an adapter `signed` that takes webhooks, and answers as told. */
export function signedPlugin({
  answer = () => Promise.resolve(new Response("taken")),
  start = () => Promise.resolve(),
}: SignedAdapterOptions = {}): Plugin {
  return definePlugin({
    name: "signed",
    version: "1.0.0",
    setup: (context) =>
      context.channel({ name: "signed", assurance: "none", send: () => Promise.resolve({}), start, webhook: answer }),
  });
}

/** A case of a gateway with the adapter `signed` alone. */
export function withAdapter(ask: AnswerCase["ask"], options: SignedAdapterOptions = {}): AnswerCase {
  return given({ bot: { plugins: [signedPlugin(options)] } }, ask);
}

/** Starts at once the first time, and never ends any later start. */
export function hangAfterFirst(): () => Promise<void> {
  let starts = 0;
  return () => {
    starts += 1;
    return starts === 1 ? Promise.resolve() : new Promise(() => undefined);
  };
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

import type { Clock, Logger } from "@keyturn/core";
import { z } from "zod";
import type { Incoming } from "./bolt-front.ts";
import { ReplayGuard } from "./replay-guard.ts";
import { readRequestBody } from "./request-body.ts";
import { isSigned } from "./signature.ts";

const challengeSchema = z.object({ type: z.literal("url_verification"), challenge: z.string().max(1_024) });

/** The parts that a webhook is made of. */
export interface WebhookParts {
  readonly signingSecret: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly process: (incoming: Incoming) => Promise<void>;
}

/** Takes in what Slack sends over HTTP: events, commands and clicks, each with Slack's signature. */
export class Webhook {
  readonly #parts: WebhookParts;
  readonly #replays: ReplayGuard;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#replays = new ReplayGuard(parts.clock);
  }

  /** Answers when what came is stored; a 500 makes Slack send it again. */
  async handle(request: Request): Promise<Response> {
    const { signingSecret, clock } = this.#parts;
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (!isSigned(request.headers, bytes, signingSecret, clock)) return new Response(null, { status: 401 });
    const body = readRequestBody(request.headers.get("content-type") ?? "", bytes);
    if (body === undefined) return new Response(null, { status: 400 });
    // A challenge does nothing, so it is answered in full however often it comes.
    const challenge = challengeSchema.safeParse(body);
    if (challenge.success) return new Response(challenge.data.challenge, { headers: { "content-type": "text/plain" } });
    const signature = request.headers.get("x-slack-signature") ?? "";
    return this.#replays.once(signature, () => this.#process(body, request.headers));
  }

  /** Resolves with the acknowledgement; what a command does goes on behind it. */
  #process(body: unknown, headers: Headers): Promise<Response> {
    const { log, process } = this.#parts;
    const retry = Number(headers.get("x-slack-retry-num") ?? "");
    return new Promise((resolve) => {
      process({
        body,
        retryNumber: Number.isInteger(retry) && retry > 0 ? retry : undefined,
        retryReason: headers.get("x-slack-retry-reason") ?? undefined,
        acknowledge: () => resolve(new Response(null, { status: 200 })),
      }).catch((error: unknown) => {
        log.error({ err: error }, "What Slack sent could not be taken in; it will come again.");
        resolve(new Response(null, { status: 500 }));
      });
    });
  }
}

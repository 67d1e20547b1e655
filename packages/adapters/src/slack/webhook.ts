import type { Clock, Logger } from "@keyturn/core";
import { z } from "zod";
import type { Incoming } from "./bolt-front.ts";
import { ReplayGuard } from "./replay-guard.ts";
import { readRequestBody } from "./request-body.ts";
import { type SignatureVerdict, judgeSignature } from "./signature.ts";

/** How long after a complaint the same one is not made again, in milliseconds: anybody can cause it. */
const quietMilliseconds = 600_000;

const complaints: Readonly<Record<Exclude<SignatureVerdict, "signed">, string>> = {
  forged:
    "A request was refused that is not signed with the signing secret. If Slack sent it, the secret is another app's: take it " +
    'from "Basic Information" in the settings of this one.',
  untimely:
    "A request of Slack's was refused whose time is more than five minutes from this machine's: set the machine's clock.",
};

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
  readonly #complainedAt = new Map<SignatureVerdict, number>();

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#replays = new ReplayGuard(parts.clock);
  }

  /** Answers when what came is stored; a 500 makes Slack send it again. */
  async handle(request: Request): Promise<Response> {
    const { signingSecret, clock } = this.#parts;
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    const bytes = new Uint8Array(await request.arrayBuffer());
    const verdict = judgeSignature(request.headers, bytes, signingSecret, clock);
    if (verdict !== "signed") {
      this.#complain(verdict);
      return new Response(null, { status: 401 });
    }
    const body = readRequestBody(request.headers.get("content-type") ?? "", bytes);
    if (body === undefined) return new Response(null, { status: 400 });
    // A challenge does nothing, so it is answered in full however often it comes.
    const challenge = challengeSchema.safeParse(body);
    if (challenge.success) return new Response(challenge.data.challenge, { headers: { "content-type": "text/plain" } });
    const signature = request.headers.get("x-slack-signature") ?? "";
    return this.#replays.once(signature, () => this.#process(body, request.headers));
  }

  /** Tells whoever set the bot up; nothing of the request is told. */
  #complain(verdict: Exclude<SignatureVerdict, "signed">): void {
    const { clock, log } = this.#parts;
    const at = this.#complainedAt.get(verdict);
    if (at !== undefined && clock.monotonic() - at < quietMilliseconds) return;
    this.#complainedAt.set(verdict, clock.monotonic());
    log.warn({}, complaints[verdict]);
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

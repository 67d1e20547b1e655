import { Problem } from "../problems/problem.ts";
import { mediaTypeProblem } from "../problems/problem-of-error.ts";
import type { GatewayRoute } from "../routes/route.ts";
import type { RequestFacts } from "./request-facts.ts";

/** @throws Problem `BODY_TOO_LARGE` when the request says that its body is larger than allowed. */
export function checkDeclaredSize(facts: RequestFacts, limitBytes: number): void {
  if (Number(facts.header("content-length") ?? 0) > limitBytes) throw bodyTooLarge(limitBytes);
}

/** What a request says its body is, without parameters, in lower case; undefined when it does not say. */
export function mediaTypeOf(facts: RequestFacts): string | undefined {
  return facts.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/**
 * @throws Problem `MEDIA_TYPE_UNSUPPORTED` when a body comes with another type than its route's, or with none. A page of somebody
 * else can send the other types without asking first, so they are refused even where the body would not be read.
 */
export function checkMediaType(facts: RequestFacts, route: GatewayRoute): void {
  const body = route.form.request?.body;
  if (body === undefined) return;
  const mediaType = mediaTypeOf(facts);
  const allowed = Object.keys(body.content);
  if (mediaType !== undefined && allowed.includes(mediaType)) return;
  if (mediaType === undefined && body.required !== true && !hasBody(facts)) return;
  throw mediaTypeProblem(allowed);
}

/**
 * The body as it came. Its bytes are counted while they come: a chunked body does not say its size.
 * @throws Problem `BODY_TOO_LARGE`, `BODY_INCOMPLETE`
 */
export async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(request)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw bodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * The body as text; `{}` when it is empty.
 * @throws Problem `BODY_TOO_LARGE`, `BODY_INCOMPLETE`, `BODY_MALFORMED` (not UTF-8)
 */
export async function readBody(request: Request, limitBytes: number): Promise<string> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes.byteLength === 0) return "{}";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem("BODY_MALFORMED", "The body is not UTF-8. Send JSON in UTF-8.", { cause });
  }
}

async function* bodyOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    yield* request.body;
  } catch (cause) {
    throw new Problem("BODY_INCOMPLETE", "The body broke off before its end. Send the request again.", { cause });
  }
}

function hasBody(facts: RequestFacts): boolean {
  return facts.header("transfer-encoding") !== undefined || Number(facts.header("content-length") ?? 0) > 0;
}

function bodyTooLarge(limitBytes: number): Problem {
  return new Problem("BODY_TOO_LARGE", `The body has more than ${limitBytes} bytes. Send less at once.`);
}

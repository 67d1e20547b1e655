import { type ListPosition, isSessionId } from "@keyturn/core";
import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { areSecretsEqual } from "../guard/secret.ts";
import { Problem } from "../problems/problem.ts";

const positionSchema = z.tuple([z.number().int(), z.string().refine(isSessionId)]);

/**
 * Turns places in a list into signed texts and back. A text that was made for another list, changed, or made by another
 * process is refused: read as a place, it would leave rows out without anybody noticing.
 */
export class CursorCodec {
  readonly #key: Uint8Array;

  /** @param key signs the cursors. Default: a random one, so that cursors end with the process. */
  constructor(key: Uint8Array = randomBytes(32)) {
    this.#key = key;
  }

  /** @param list names the list, what it is filtered by, and its order. */
  encode(list: string, { at, id }: ListPosition): string {
    const payload = Buffer.from(JSON.stringify([at, id])).toString("base64url");
    return `${payload}.${this.#sign(list, payload)}`;
  }

  /** @throws Problem `CURSOR_INVALID` when the text is not a cursor of this list. */
  decode(list: string, text: string): ListPosition {
    const [payload = "", signature = "", ...rest] = text.split(".");
    if (rest.length > 0 || !areSecretsEqual(signature, this.#sign(list, payload))) throw invalid();
    const parsed = positionSchema.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
    const [at, id] = parsed.data ?? [];
    if (at === undefined || id === undefined || !isSessionId(id)) throw invalid();
    return { at, id };
  }

  #sign(list: string, payload: string): string {
    return createHmac("sha256", this.#key).update(`${list}\n${payload}`).digest("base64url");
  }
}

function invalid(): Problem {
  return new Problem("CURSOR_INVALID", "The cursor is not one of this list. Begin again without a cursor.");
}

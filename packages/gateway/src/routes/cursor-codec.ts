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
    return this.seal(list, JSON.stringify([at, id]));
  }

  /** @throws Problem `CURSOR_INVALID` when the text is not a cursor of this list. */
  decode(list: string, text: string): ListPosition {
    const parsed = positionSchema.safeParse(JSON.parse(this.open(list, text)));
    const [at, id] = parsed.data ?? [];
    if (at === undefined || id === undefined || !isSessionId(id)) throw invalid();
    return { at, id };
  }

  /** A cursor to a place that the list has words of its own for. */
  seal(list: string, place: string): string {
    const payload = Buffer.from(place).toString("base64url");
    return `${payload}.${this.#sign(list, payload)}`;
  }

  /** The place that `seal` was given. @throws Problem `CURSOR_INVALID` when the text is not a cursor of this list. */
  open(list: string, text: string): string {
    const [payload = "", signature = "", ...rest] = text.split(".");
    if (rest.length > 0 || !areSecretsEqual(signature, this.#sign(list, payload))) throw invalid();
    return Buffer.from(payload, "base64url").toString();
  }

  #sign(list: string, payload: string): string {
    return createHmac("sha256", this.#key).update(`${list}\n${payload}`).digest("base64url");
  }
}

function invalid(): Problem {
  return new Problem("CURSOR_INVALID", "The cursor is not one of this list. Begin again without a cursor.");
}

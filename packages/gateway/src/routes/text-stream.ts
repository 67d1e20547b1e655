import { AsyncLocalStorage } from "node:async_hooks";

import { throwIfGone } from "../http/client-gone.ts";

/** A text up to this long is answered whole, in UTF-16 code units, so that what goes wrong while it is made is an error. */
const heldText = 1_000_000;

/**
 * A text that is made bit by bit, as the body of an answer: as fast as it is read, and no further when nobody reads on.
 * @param gone aborts when the client goes away: nothing further is made then.
 * @param breakOff called when the making fails after the answer has begun: ends the connection, so that nobody takes the
 * part for the whole. False when there is none; then the body itself fails.
 * @throws whatever the making of its beginning throws.
 * @throws ClientGoneError
 */
export async function streamText(
  pieces: AsyncGenerator<string>,
  gone: AbortSignal,
  breakOff: (error: unknown) => boolean,
): Promise<string | ReadableStream<Uint8Array>> {
  let beginning = "";
  while (beginning.length < heldText) {
    const { done, value } = await pieces.next();
    if (done === true) return beginning;
    beginning += value;
    throwIfGone(gone);
  }
  const encoder = new TextEncoder();
  // The rest is asked for by whoever sends it: in no request's name.
  const breakOffHere = AsyncLocalStorage.bind(breakOff);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(beginning));
    },
    async pull(controller) {
      try {
        // The stream itself hears of it later: a page more would be read for nobody.
        if (gone.aborted) await pieces.return(undefined);
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        if (!breakOffHere(error)) throw error;
        controller.close();
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

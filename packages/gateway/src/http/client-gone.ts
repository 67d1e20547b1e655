/** Nobody waits for the answer any more, so the work for it was given up. */
export class ClientGoneError extends Error {
  constructor() {
    super("The client went away.");
    this.name = "ClientGoneError";
  }
}

/** What the log and the metrics have of such a request, after nginx, which knows no better number either. */
const clientGoneStatus = 499;

/** Ends work whose answer nobody reads. To be asked where work goes on for long, and has changed nothing yet. */
export function throwIfGone(signal: AbortSignal): void {
  if (signal.aborted) throw new ClientGoneError();
}

/** The answer that nobody reads. */
export function clientGoneResponse(): Response {
  return new Response(null, { status: clientGoneStatus });
}

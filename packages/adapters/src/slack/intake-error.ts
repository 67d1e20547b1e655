/** What Slack sent was understood and could not be taken in for now: Slack is to send it again. The cause says why. */
export class IntakeError extends Error {
  /** Bolt hands errors that have a code on as they are. */
  readonly code = "keyturn_intake";

  constructor(cause: unknown) {
    super("What Slack sent could not be taken in.", { cause });
  }
}

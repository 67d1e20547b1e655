import type { SessionVersion } from "@keyturn/core";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";

/** What an `If-Match` header says: the state that the client saw, or `*` for whichever the session is in. */
export type Precondition = SessionVersion | "*";

/** Fifteen digits are always a number without loss. */
const tagPattern = /^(?:W\/)?"(\d{1,15})\.(\d{1,15})"$/;

/** The `If-Match` of a request about a session. A proxy may have made the tag weak; it still names one state. */
export const preconditionSchema: z.ZodType<Precondition> = z
  .string()
  .meta({ description: "The ETag of the session as it was seen, or * for any.", examples: ['"3.17"'] })
  .transform((text, context): Precondition => {
    if (text === "*") return text;
    const [, epoch, version] = tagPattern.exec(text) ?? [];
    if (epoch !== undefined && version !== undefined) return { epoch: Number(epoch), version: Number(version) };
    context.addIssue('is not the ETag of a session, such as "3.17", nor *');
    return z.NEVER;
  });

/** What `If-Match` asks the core to check; undefined when any state will do. */
export function expectedBy(precondition: Precondition | undefined): SessionVersion | undefined {
  return precondition === "*" ? undefined : precondition;
}

/** @throws Problem `PRECONDITION_REQUIRED` when a request does not say which state it is meant for. */
export function requirePrecondition(precondition: Precondition | undefined): Precondition {
  if (precondition !== undefined) return precondition;
  throw new Problem(
    "PRECONDITION_REQUIRED",
    "Say which state of the session you saw, so that nobody else's change is lost: send its ETag as If-Match.",
  );
}

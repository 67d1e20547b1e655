import { z } from "zod";
import { Problem } from "../problems/problem.ts";

/** What an `If-Match` header says of a schedule: the version that the client saw, or `*` for whichever it has. */
export type SchedulePrecondition = number | "*";

/** Fifteen digits are always a number without loss. A proxy may have made the tag weak. */
const tagPattern = /^(?:W\/)?"(\d{1,15})"$/;

/** The `If-Match` of a request about a schedule. */
export const schedulePreconditionSchema: z.ZodType<SchedulePrecondition> = z
  .string()
  .meta({ description: "The ETag of the schedule as it was seen, or * for any.", examples: ['"3"'] })
  .transform((text, context): SchedulePrecondition => {
    if (text === "*") return text;
    const [, version] = tagPattern.exec(text) ?? [];
    if (version !== undefined) return Number(version);
    context.addIssue('is not the ETag of a schedule, such as "3", nor *');
    return z.NEVER;
  });

/** The version that a request asks for; undefined when any will do. */
export function expectedVersion(precondition: SchedulePrecondition | undefined): number | undefined {
  return precondition === "*" ? undefined : precondition;
}

/** @throws Problem `PRECONDITION_REQUIRED` when a request does not say which version it is meant for. */
export function requireSchedulePrecondition(precondition: SchedulePrecondition | undefined): SchedulePrecondition {
  if (precondition !== undefined) return precondition;
  const detail =
    "Say which version of the schedule you saw, so that nobody else's change is lost: send its ETag as If-Match.";
  throw new Problem("PRECONDITION_REQUIRED", detail);
}

import { z } from "zod";
import { Problem } from "../problems/problem.ts";

/** The `If-Match` of a request about settings: their version, or `*` for whichever there is. A weak tag names one too. */
export const settingsPreconditionSchema: z.ZodType<string> = z
  .string()
  .regex(/^(?:\*|(?:W\/)?"[\w-]{1,64}")$/, 'is not the ETag of the settings, such as "x9KfTqW0bYc3hUe1Rr2LmA", nor *')
  .meta({ description: "The ETag of the settings as they were seen.", examples: ['"x9KfTqW0bYc3hUe1Rr2LmA"'] });

/**
 * The version that a request is meant for; undefined when any will do.
 * @throws Problem `PRECONDITION_REQUIRED` when it does not say.
 */
export function requireSettingsVersion(precondition: string | undefined): string | undefined {
  if (precondition === undefined) {
    const detail =
      "Say which state of the settings you saw, so that nobody else's change is lost: send their ETag as If-Match.";
    throw new Problem("PRECONDITION_REQUIRED", detail);
  }
  return /"([\w-]+)"/.exec(precondition)?.[1];
}

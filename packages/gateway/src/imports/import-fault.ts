import type { z } from "zod";
import { Problem } from "../problems/problem.ts";

/** Words of a file are the client's own: a long one is not sent back whole. */
const longestDetail = 200;
const mostFaults = 20;

/** An export that cannot be taken as it is. @param place where in the file, such as `line 3` or `entries/4`. */
export function importFault(place: string, detail: string): Problem {
  return importFaults([{ field: place, detail }]);
}

/** The faults that a schema found in a part of an export. */
export function schemaFaults(place: string, error: z.ZodError): Problem {
  return importFaults(
    error.issues.slice(0, mostFaults).map(({ path, message }) => ({
      field: [place, ...path.map(String)].filter((part) => part !== "").join("/") || "body",
      detail: message,
    })),
  );
}

/** A text that is nobody's export: nothing in it is looked at. */
export function hostileFault(place: string, detail: string): Problem {
  return new Problem("BODY_MALFORMED", `The export is refused: ${place}: ${detail}`.slice(0, longestDetail), {
    extensions: { errors: [{ field: place.slice(0, longestDetail), detail }] },
  });
}

function importFaults(faults: readonly { readonly field: string; readonly detail: string }[]): Problem {
  const errors = faults.map(({ field, detail }) => ({
    field: field.slice(0, longestDetail),
    detail: detail.slice(0, longestDetail),
  }));
  const listed = errors.map(({ field, detail }) => `${field}: ${detail}`).join("; ");
  return new Problem("IMPORT_INVALID", `The body is not a whole export of a session: ${listed}.`, {
    extensions: { errors },
  });
}

import type { JsonValue } from "@keyturn/core";
import { z } from "zod";

/** Any JSON. It has a name and refers to itself by it, as `z.json()` does not: documents of the API would have no end. */
export const jsonSchema: z.ZodType<JsonValue> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonSchema), z.record(z.string(), jsonSchema)]),
  )
  .meta({ id: "Json" });

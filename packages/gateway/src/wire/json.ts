import type { JsonValue } from "@keyturn/core";
import { z } from "zod";

/**
 * Any JSON but null. It has a name and refers to itself by it, as `z.json()` does not: documents of the API would have no
 * end. Null stands outside: a document that allows it twice matches no null at all.
 */
const presentJsonSchema: z.ZodType<NonNullable<JsonValue>> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.array(jsonSchema), z.record(z.string(), jsonSchema)]))
  .meta({ id: "Json" });

/** Any JSON. */
export const jsonSchema: z.ZodType<JsonValue> = presentJsonSchema.nullable();

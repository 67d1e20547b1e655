import { z } from "zod";

/** What is promised of the description of the API: it is an OpenAPI 3.1 document, and describes at least these parts. */
export interface WireOpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
}

/** The form of a `WireOpenApi`. */
export const openApiSchema: z.ZodType<WireOpenApi> = z.looseObject({
  openapi: z.string().regex(/^3\.1\./),
  info: z.looseObject({ title: z.string(), version: z.string() }),
});

import { z } from "zod";

const jsonText: z.ZodType<unknown> = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is no JSON" });
    return z.NEVER;
  }
});

/** What a request of Slack's says: JSON, a form, or a form with JSON in its field `payload`; undefined when it is none of them. */
export function readRequestBody(contentType: string, body: Uint8Array): unknown {
  const text = Buffer.from(body).toString("utf8");
  // With or without a charset behind it.
  const [type = ""] = contentType.toLowerCase().split(";", 1);
  if (type.trim() === "application/json") return jsonText.safeParse(text).data;
  if (type.trim() !== "application/x-www-form-urlencoded") return undefined;
  const fields = new URLSearchParams(text);
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : jsonText.safeParse(payload).data;
}

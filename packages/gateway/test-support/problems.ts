import { z } from "zod";
import type { TestAnswer } from "./exchange.ts";

const problemForm = z.looseObject({ code: z.string(), instance: z.string() });

/** The code of a problem; throws when the answer is none. */
export function codeOf(answer: TestAnswer): string {
  if (answer.headers["content-type"] !== "application/problem+json") throw new Error(`Not a problem: ${answer.text}`);
  return problemForm.parse(answer.json()).code;
}

/** The text of a problem without what differs from request to request. */
export function withoutRequestId(answer: TestAnswer): string {
  return JSON.stringify({ ...problemForm.parse(answer.json()), instance: "" });
}

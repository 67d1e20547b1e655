import { z } from "zod";

// Each description completes "allowed is …": it is what a person reads when a value is refused.

/** A whole number within a range. */
export function whole(least: number, most: number): z.ZodInt {
  const range = `${least.toLocaleString("en")} to ${most.toLocaleString("en")}`;
  return z
    .int()
    .min(least)
    .max(most)
    .meta({ description: `a whole number from ${range}` });
}

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): z.ZodEnum<{ [Name in Word]: Name }> {
  return z.enum(words).meta({ description: words.map((word) => JSON.stringify(word)).join(", ") });
}

/** An http or https address without user name and password: addresses are shown in many places. */
export function webAddress(example: string): z.ZodURL {
  return z
    .url({ protocol: /^https?$/ })
    .refine((text) => {
      const url = URL.parse(text);
      return url !== null && url.username === "" && url.password === "";
    })
    .meta({ description: `an http or https address without user name and password, such as ${example}` });
}

/** The name of a channel, as it stands in session keys. */
export const channelName: z.ZodString = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/)
  .meta({ description: "a name of 1 to 32 lower-case letters, digits or -" });

/** True or false. */
export function truth(): z.ZodBoolean {
  return z.boolean().meta({ description: "true or false" });
}

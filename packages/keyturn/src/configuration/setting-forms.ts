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

/** True or false. */
export function truth(): z.ZodBoolean {
  return z.boolean().meta({ description: "true or false" });
}

import { expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { NotWellError, lookAtService } from "./finding.ts";

function fails(error: unknown) {
  return lookAtService("token", () => {
    throw error;
  });
}

it("tells what was found, and of our own errors what to do", async () => {
  expect(await lookAtService("token", () => "it is there")).toEqual({
    isWell: true,
    subject: "token",
    text: "it is there",
  });
  expect(await fails(new NotWellError("Set it."))).toEqual({ isWell: false, subject: "token", text: "Set it." });
  expect(await fails(new ConfigurationError("Mend it."))).toMatchObject({ isWell: false, text: "Mend it." });
});

it("tells of other errors the kind alone, since their texts may hold anything", async () => {
  const { text } = await fails(new TypeError("Bearer canary-31b0"));
  expect(text).toBe("It could not be looked at (TypeError). Try again.");
});

import { expect, it } from "vitest";
import { printable, printableLine } from "./printable.ts";

it("takes out what would steer the terminal, also where it comes in pieces", () => {
  expect(printable("\u001b[2Jgone\u0007 \u009b31mred")).toBe("[2Jgone 31mred");
  expect(printable("\u001b") + printable("[2J")).toBe("[2J");
});

it("keeps lines, tabs and every letter", () => {
  expect(printable("Grüße,\n\t世界 👩‍👩‍👧")).toBe("Grüße,\n\t世界 👩‍👩‍👧");
});

it("puts a text on one line", () => {
  expect(printableLine(" two\r\n\tlines ")).toBe("two lines");
});

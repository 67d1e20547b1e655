import { expect, it } from "vitest";
import { formatDuration, formatRelativeTime } from "./relative-time.ts";

const now = Date.UTC(2026, 5, 15, 12);

it.each([
  [0, "just now"],
  [-5_000, "just now"],
  [59_999, "59 s ago"],
  [60_000, "1 min ago"],
  [3_600_000, "1 h ago"],
  [86_400_000 * 29, "29 d ago"],
  [86_400_000 * 30, "2026-05-16"],
])("tells a moment %i ms ago as %s", (age, text) => {
  expect(formatRelativeTime(now - age, now)).toBe(text);
});

it("tells short durations in milliseconds", () => {
  expect(formatDuration(420.6)).toBe("421 ms");
});

import { describe, expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

describe("plainText", () => {
  it.each([
    ["Two: **4711** since Monday and **4718** since today.", "Two: 4711 since Monday and 4718 since today."],
    ["Here is a draft:\n\n- **Undo** for resets\n- Faster lists", "Here is a draft: Undo for resets Faster lists"],
    ["# Hello\n> quoted `code` and ~~not~~", "Hello quoted code and not"],
    ["see [the *page*](https://example.org/a_b) and ![alt](x.png)", "see the page and alt"],
    ["```ts\nconst a = 1;\n```", "const a = 1;"],
    ["*very* _much_ so, (*really*)", "very much so, (really)"],
    ["cut **off in the mid", "cut off in the mid"],
    ["a link [that is cut](https://example.o", "a link that is cut"],
    ["<https://example.org>", "https://example.org"],
    ["not \\*bold\\*", "not *bold*"],
  ])("says what %j says", (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it.each(["2 * 3 * 4 = 24", "snake_case_name and file_name.ts", "a [note] in brackets", "1.5 times", "C:\\temp"])(
    "leaves %j as it is",
    (text) => expect(plainText(text)).toBe(text),
  );

  it("takes no longer for what is written to take long", () => {
    const hostile = ["[".repeat(120), "*_".repeat(60), "`~".repeat(60), "![](".repeat(30), "\\".repeat(120)];
    for (const text of hostile) expect(plainText(text).length).toBeLessThanOrEqual(text.length);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageLimit, piecesOf } from "./answer-plan.ts";

describe("piecesOf", () => {
  it("gives a short answer as one piece, and nothing for white space", () => {
    expect(piecesOf("Hello!")).toEqual({ kind: "pieces", pieces: ["Hello!"] });
    expect(piecesOf(" \n ")).toEqual({ kind: "pieces", pieces: [] });
  });

  it("closes a block of code at the end of a piece and opens it anew, with its language", () => {
    const code = "console.log('a line of code');\n".repeat(100);
    const plan = piecesOf(`Here:\n\n\`\`\`js\n${code}\`\`\`\n\nDone.`);
    expect(plan).toMatchObject({ kind: "pieces", pieces: { length: 2 } });
    expect(plan.kind === "pieces" ? plan.pieces.map((piece) => piece.match(/^```.*$/gm)) : []).toEqual([
      ["```js", "```"],
      ["```js", "```"],
    ]);
  });

  it("cuts a wide table between rows, and each part is a block of its own", () => {
    const rows = "| some cell | another cell |\n".repeat(120);
    const plan = piecesOf(`| a | b |\n|---|---|\n${rows}`);
    const pieces = plan.kind === "pieces" ? plan.pieces : [];
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.filter((piece) => !/^```\n[\s\S]*[^ |]\n```$/.test(piece))).toEqual([]);
  });

  it("attaches an answer of more than five pieces as a file, below its beginning", () => {
    const text = "A sentence of an answer. ".repeat(500);
    const plan = piecesOf(text);
    expect(plan).toMatchObject({ kind: "file", file: { name: "answer.md", content: text } });
    const lead = plan.kind === "file" ? plan.lead : "";
    expect(lead).toMatch(/^A sentence[\s\S]*attached file\.$/);
    expect(lead.length).toBeLessThan(600);
  });

  it("keeps every piece within Discord's limit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word ", "\n\n", "```\n", "x".repeat(900), "| a |\n|---|\n", "漢字。"), {
          maxLength: 80,
        }),
        (parts) => {
          const plan = piecesOf(parts.join(""));
          const pieces = plan.kind === "file" ? [plan.lead] : plan.pieces;
          expect(pieces.filter((piece) => piece.length > messageLimit || piece.trim() === "")).toEqual([]);
          expect(pieces.length).toBeLessThanOrEqual(5);
        },
      ),
    );
  });
});

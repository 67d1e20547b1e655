import type { JsonValue, SessionReading, TranscriptEntry } from "@keyturn/core";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { writeMarkdown } from "./export-markdown.ts";

/** What a page of Markdown is made of, as a reader with GitHub's extensions sees it. */
interface Seen {
  /** The kinds of its nodes, each once. */
  readonly kinds: readonly string[];
  readonly headings: readonly string[];
  /** What its code blocks hold. */
  readonly blocks: readonly string[];
}

/** The kinds that an export is made of. Not among them: html, link, image, definition, and whatever else can do something. */
const harmless = ["code", "heading", "inlineCode", "list", "listItem", "paragraph", "root", "text"];

const traps = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "[x](javascript:alert(1))",
  "[x](data:text/html,<script>)",
  "![](http://evil.example/pixel)",
  "[x]: http://evil.example",
  "https://evil.example www.evil.example a@evil.example",
  "<https://evil.example>",
  "# A heading",
  "A heading\n===",
  "---\nlayout: evil\n---",
  "```",
  "``````",
  "~~~",
  "```text\n```\n<b>out</b>",
  "    indented",
  "> quote",
  "- item\n\n  ```",
  "| a | b |\n|---|---|",
  "&lt;b&gt; &#60;",
  "`code`",
  "**bold** _it_ ~~gone~~",
  "\\",
  "\\`",
  "$$x$$",
  "[^1]\n\n[^1]: note",
  "<!-- comment",
  "]]>",
  "\n\n\n",
  "\t",
  "\u202Egnp.exe",
  "line\u2028separator",
];

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...traps), fc.string({ unit: "grapheme", maxLength: 8 }), fc.constant("\n")), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));

const hostileJson: fc.Arbitrary<JsonValue> = fc.oneof(
  hostile,
  fc.dictionary(hostile, hostile, { maxKeys: 3, noNullPrototype: true }),
);

const entryArbitrary = (sequence: number): fc.Arbitrary<TranscriptEntry> => {
  const place = { sequence, at: 0 };
  const person = fc.record({ id: hostile, name: fc.option(hostile, { nil: undefined }) });
  return fc.oneof(
    fc
      .record({ sender: person, text: hostile })
      .map((said) => ({ role: "user", ...place, messageId: "m_1", ...said }) as const),
    fc
      .record({ author: person, text: hostile })
      .map((said) => ({ role: "note", ...place, messageId: "m_1", ...said }) as const),
    fc
      .record({ author: person, text: hostile })
      .map((said) => ({ role: "operator", ...place, messageId: "m_1", ...said }) as const),
    hostile.map((text) => ({ role: "notice", ...place, text }) as const),
    fc.record({ text: hostile, name: hostile, input: hostileJson, output: hostileJson }).map(
      ({ text, name, input, output }) =>
        ({
          role: "assistant",
          ...place,
          runId: "r_1",
          parts: [
            { type: "text", text },
            { type: "tool", callId: "c", name, input, output },
          ],
        }) as const,
    ),
  );
};

const transcripts = fc
  .nat({ max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, sequence) => entryArbitrary(sequence))));

function readingOf(title: string | undefined, place: string, entries: readonly TranscriptEntry[]): SessionReading {
  return {
    session: {
      id: "s_DrKzD3KDyndMeY-SWnPyCg",
      key: { adapter: "test", account: "main", place },
      epoch: 1,
      version: 4,
      fence: 1,
      settings: { title, model: "a/b_*c*" },
      owner: { id: "ada", name: title },
      createdAt: 0,
      updatedAt: 0,
      entries: entries.length,
      waiting: 0,
      running: undefined,
      deliveries: { open: 0, unconfirmed: 0, failed: 0 },
      usage: { inputTokens: 1, outputTokens: 2, runs: 1 },
      preview: "",
    },
    pages: (async function* pages() {
      yield entries;
    })(),
  };
}

async function write(reading: SessionReading): Promise<string> {
  let text = "";
  for await (const piece of writeMarkdown(reading, 0)) text += piece;
  return text;
}

function see(markdown: string): Seen {
  const kinds = new Set<string>();
  const headings: string[] = [];
  const blocks: string[] = [];
  const visit = (node: Node): string => {
    kinds.add(node.type);
    const text = (node.value ?? "") + (node.children ?? []).map(visit).join("");
    if (node.type === "heading") headings.push(text);
    if (node.type === "code") blocks.push(node.value ?? "");
    return text;
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return { kinds: [...kinds], headings, blocks };
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** What somebody wrote, block by block. */
function textsOf(entry: TranscriptEntry): readonly string[] {
  if (entry.role !== "assistant") return [entry.text];
  return entry.parts.flatMap((part) =>
    part.type === "text" ? [part.text] : [part.input, part.output].map((value) => JSON.stringify(value, undefined, 2)),
  );
}

describe("an export in Markdown (T34)", () => {
  it("is text alone, whatever people, models and tools wrote, and has their exact words", async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(hostile, { nil: undefined }), hostile, transcripts, async (title, place, entries) => {
        const { kinds, headings, blocks } = see(await write(readingOf(title, `p${place}`, entries)));
        expect(kinds.filter((kind) => !harmless.includes(kind))).toEqual([]);
        expect(headings).toHaveLength(1 + entries.length);
        expect(blocks).toEqual(entries.flatMap(textsOf));
      }),
      { numRuns: 500 },
    );
  });

  it.each(traps)("takes %j for words in a title, a name and a text", async (trap) => {
    const sender = { id: "ada", name: trap };
    const entry = { role: "user", sequence: 0, at: 0, messageId: "m_1", sender, text: trap } as const;
    const { kinds, headings, blocks } = see(await write(readingOf(trap, trap, [entry])));
    expect(kinds.filter((kind) => !harmless.includes(kind))).toEqual([]);
    expect(headings).toHaveLength(2);
    expect(blocks).toEqual([trap]);
  });

  it("begins with a heading, so that no front matter can stand there, and says how it ends", async () => {
    const markdown = await write(readingOf("---", "room", []));
    expect(markdown).toMatch(/^# \\-\\-\\-\n/);
    expect(markdown).toMatch(/\nEnd of the transcript: 0 entries\.\n$/);
  });

  it("shows control characters as pictures, and what turns the direction of names as what it is", async () => {
    const sender = { id: "ada", name: "Ada\u202E\u0007\nEvil" };
    const text = "\u001B[31mred\u001B[0m\r\nnext\u0000";
    const markdown = await write(
      readingOf(undefined, "room", [{ role: "user", sequence: 0, at: 0, messageId: "m_1", sender, text }]),
    );
    const { headings, blocks } = see(markdown);
    expect(headings[1]).toBe("Ada(U+202E)␇ Evil, 1970-01-01T00:00:00.000Z");
    expect(blocks).toEqual(["␛[31mred␛[0m\nnext␀"]);
  });
});

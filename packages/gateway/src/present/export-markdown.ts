import {
  type Attachment,
  type SessionReading,
  type SessionSummary,
  type TranscriptEntry,
  formatSessionKey,
} from "@keyturn/core";
import { fencedText, inlineText } from "./markdown-text.ts";
import { presentTime } from "./timestamp.ts";

type Assistant = Extract<TranscriptEntry, { readonly role: "assistant" }>;

/**
 * An export for people, in Markdown, bit by bit. What anybody wrote, a person, the model or a tool, stands in it as text
 * alone. `at` is now, in milliseconds since 1970.
 */
export async function* writeMarkdown(reading: SessionReading, at: number): AsyncGenerator<string> {
  yield describeSession(reading.session, at);
  let entries = 0;
  for await (const page of reading.pages) {
    yield page.map(describeEntry).join("");
    entries += page.length;
  }
  yield `\nEnd of the transcript: ${entries} ${entries === 1 ? "entry" : "entries"}.\n`;
}

function describeSession(session: SessionSummary, at: number): string {
  const { id, key, epoch, version, settings, owner, usage } = session;
  const facts = [
    `Session: \`${id}\`, epoch ${epoch}, version ${version}`,
    `Conversation: ${inlineText(formatSessionKey(key))}, begun by ${inlineText(owner.name ?? owner.id)}`,
    `Model: ${settings.model === undefined ? "the default" : inlineText(settings.model)}`,
    `Usage: ${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${usage.runs} runs`,
    `From ${presentTime(session.createdAt)} to ${presentTime(session.updatedAt)}, exported ${presentTime(at)}`,
  ];
  const title = inlineText(settings.title ?? "");
  return `# ${title === "" ? "Conversation" : title}\n\n${facts.map((fact) => `- ${fact}\n`).join("")}`;
}

function describeEntry(entry: TranscriptEntry): string {
  const when = presentTime(entry.at);
  switch (entry.role) {
    case "user":
      return section(
        `${nameOf(entry.sender)}, ${when}`,
        fencedText(entry.text),
        ...(entry.attachments ?? []).map(describeAttachment),
      );
    case "operator":
      return section(`Bot, ${when}, said by ${nameOf(entry.author)}`, fencedText(entry.text));
    case "note":
      return section(`Note of ${nameOf(entry.author)}, ${when}`, fencedText(entry.text));
    case "notice":
      return section(`Notice, ${when}`, fencedText(entry.text));
    case "assistant":
      return section(`Bot, ${when}${entry.isStopped === true ? ", stopped" : ""}`, ...entry.parts.map(describePart));
  }
}

function describeAttachment({ name, mediaType, size }: Attachment): string {
  return `Attachment ${inlineText(name)}, ${inlineText(mediaType)}, ${size} bytes\n`;
}

function describePart(part: Assistant["parts"][number]): string {
  if (part.type === "text") return fencedText(part.text);
  const { name, input, output, isError, durationMilliseconds } = part;
  const took = durationMilliseconds === undefined ? "" : `, ${durationMilliseconds} ms`;
  const call = `Tool ${inlineText(name)}${took}:\n\n${fencedText(JSON.stringify(input, undefined, 2), "json")}`;
  if (output === undefined) return call;
  const result = isError === true ? "It failed" : "It gave";
  return `${call}\n${result}:\n\n${fencedText(JSON.stringify(output, undefined, 2), "json")}`;
}

function nameOf({ id, name }: { readonly id: string; readonly name?: string | undefined }): string {
  const shown = inlineText(name ?? "");
  return shown === "" ? inlineText(id) : shown;
}

function section(heading: string, ...blocks: readonly string[]): string {
  return `\n## ${heading}\n${blocks.map((block) => `\n${block}`).join("")}`;
}

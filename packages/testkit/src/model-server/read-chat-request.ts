import type { IncomingMessage } from "node:http";
import type { ModelRequestContent, ModelRequestMessage } from "./model-request.ts";

/** Reads what a call of `/chat/completions` asks for; what is not as the protocol has it reads as empty. */
export async function readChatRequest(incoming: IncomingMessage): Promise<ModelRequestContent> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(Buffer.from(piece));
  const body: unknown = JSON.parse(Buffer.concat(pieces).toString("utf8"));
  return {
    headers: incoming.headers,
    model: textOf(fieldOf(body, "model")),
    messages: listOf(fieldOf(body, "messages")).map(readMessage),
    tools: listOf(fieldOf(body, "tools")).map((tool) => textOf(fieldOf(fieldOf(tool, "function"), "name"))),
  };
}

function readMessage(message: unknown): ModelRequestMessage {
  const content = fieldOf(message, "content");
  const text = Array.isArray(content) ? content.map((part) => textOf(fieldOf(part, "text"))).join("") : textOf(content);
  return { role: textOf(fieldOf(message, "role")), text };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

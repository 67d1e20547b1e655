import type { MessageId, SessionId } from "@keyturn/core";
import type { OpenGateway } from "./open-gateway.ts";

/** A message that waits with a file, in a conversation of its own. */
export interface AttachedMessage {
  readonly sessionId: SessionId;
  readonly messageId: MessageId;
}

/** Has a message accepted that came with one file: by default a page that would run where it is shown. */
export async function attach(
  { bot }: OpenGateway,
  text: string = "<script>alert(1)</script>",
  mediaType: string = "text/html; charset=utf-8",
): Promise<AttachedMessage> {
  const attachments = [{ name: 'a "page".html', mediaType, bytes: Buffer.from(text) }];
  const key = { adapter: "webchat", account: "local", place: "files" };
  const message = { key, platformMessageId: "file-1", sender: { id: "ada", name: "Ada" }, text: "look", attachments };
  const outcome = await bot.sessions.accept(message, { mode: "queue", capacity: 9 });
  if (outcome.kind !== "accepted") throw new Error(`The message was ${outcome.kind}.`);
  return { sessionId: outcome.session.id, messageId: outcome.messageId };
}

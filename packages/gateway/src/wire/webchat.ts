import { z } from "zod";

/** A message that somebody writes in the web chat. */
export interface WireChatMessage {
  /** Names the conversation: 1 to 256 characters of the page's choice. */
  readonly conversation: string;
  /** 1 to 100,000 characters; `/name` asks for a command. */
  readonly text: string;
  /** Whoever writes. Default: the operator. */
  readonly sender?: { readonly id: string; readonly name?: string | undefined } | undefined;
}

/** That a message was accepted: it is durable and will be answered. */
export interface WireAcceptedMessage {
  readonly sessionId: string;
  readonly messageId: string;
}

/** What became of a message that was not accepted as new: a command's answer, or that it had come before. */
export type WireHandledMessage = { readonly duplicate: true } | { readonly command: string; readonly text: string };

/** What a sender is told. */
export type WireSentMessage = WireAcceptedMessage | WireHandledMessage;

/** The form of a `WireChatMessage`. */
export const chatMessageSchema: z.ZodType<WireChatMessage> = z
  .strictObject({
    conversation: z.string().min(1).max(256),
    // Its length is checked by the handler: too long is 413, not 400.
    text: z.string().min(1),
    sender: z.strictObject({ id: z.string().min(1).max(256), name: z.string().max(256).optional() }).optional(),
  })
  .meta({ id: "ChatMessage" });

/** The form of a `WireAcceptedMessage`. */
export const acceptedMessageSchema: z.ZodType<WireAcceptedMessage> = z
  .object({ sessionId: z.string(), messageId: z.string() })
  .meta({ id: "AcceptedMessage" });

/** The form of a `WireHandledMessage`. */
export const handledMessageSchema: z.ZodType<WireHandledMessage> = z
  .union([z.object({ duplicate: z.literal(true) }), z.object({ command: z.string(), text: z.string() })])
  .meta({ id: "HandledMessage" });

/** The form of a `WireSentMessage`. */
export const sentMessageSchema: z.ZodType<WireSentMessage> = z.union([acceptedMessageSchema, handledMessageSchema]);

import { z } from "zod";

/** A channel's name in session keys and on the dashboard, as a setting: several bots of one process need different ones. */
export const channelNameSchema: z.ZodString = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be 1 to 32 lower-case letters, digits or “-”");

/**
 * Which conversations a service's channels are cut into: a thread below or of the question, the channel, or one person in
 * the channel.
 */
export const conversationScopes = ["thread", "channel", "person"] as const;

/** What a conversation is in a channel. */
export type ConversationScope = (typeof conversationScopes)[number];

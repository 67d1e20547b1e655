import type { AnyBlock } from "@slack/types";
import { pingsOf } from "../text/pings.ts";
import type { MessageContent, MessageMetadata } from "../world/message.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** What somebody wants a message to say. */
export interface Wording {
  readonly text: string;
  readonly blocks?: readonly AnyBlock[] | undefined;
  readonly attachments?: readonly unknown[] | undefined;
  readonly metadata?: MessageMetadata | undefined;
  /** Whether the text is markdown. @default false */
  readonly isMarkdown?: boolean | undefined;
  /** Whether bare names become mentions. @default false */
  readonly linksNames?: boolean | undefined;
}

/** A wording as it is kept, with those whom it pings. */
export function composeContent(world: SlackWorld, teamId: string, wording: Wording): MessageContent {
  const { text, blocks = [], attachments = [], metadata } = wording;
  const names = world.workspace(teamId);
  const source = { text, blocks, attachments, isMarkdown: wording.isMarkdown };
  const pings = pingsOf(source, {
    linksNames: wording.linksNames === true,
    idOf: (name) => names.userId(name) ?? names.usergroupId(name),
  });
  return { text, blocks, attachments, metadata, pings, at: world.clock.now() };
}

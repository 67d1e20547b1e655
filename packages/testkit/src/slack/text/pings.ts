import type { AnyBlock } from "@slack/types";
import { fieldOf, listOf, textOf } from "../read.ts";

/** Somebody who is notified by a message. */
export interface Ping {
  readonly kind: "user" | "usergroup" | "channel" | "here" | "everyone";
  /** The user or the user group; undefined where the message calls everybody. */
  readonly id: string | undefined;
  /**
   * The part of the message that pings. Slack does not say whether it pings for a markdown block or for the `text`
   * beside blocks; here both count, so that whoever relies on it is told.
   */
  readonly via: "text" | "blocks" | "markdown" | "attachments";
}

/** What decides whether a bare name pings. */
export interface PingRules {
  /** `link_names`, or `parse: "full"`: then `@here` and `@name` ping as well. */
  readonly linksNames: boolean;
  /** The id of the user or group of that name. */
  readonly idOf: (name: string) => string | undefined;
}

/** The parts of a message that can ping. */
export interface PingSource {
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
  readonly attachments: readonly unknown[];
  /** Whether the text is markdown, as `markdown_text` is. */
  readonly isMarkdown?: boolean | undefined;
}

const token =
  /<(?:!(channel|here|everyone|group)(?:\|[^>]*)?|@([UW][A-Z0-9]+)(?:\|[^>]*)?|!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?)>/g;
const bareName = /(?<![\w@])@([\w.-]+)/g;

/** Everybody whom a message pings, each once per part. */
export function pingsOf(source: PingSource, rules: PingRules): readonly Ping[] {
  const textVia = source.isMarkdown === true ? "markdown" : "text";
  const pings = [
    ...ofText(source.text, textVia, rules),
    ...source.blocks.flatMap((block) => ofBlock(block, block.type === "markdown" ? "markdown" : "blocks", rules)),
    ...source.attachments.flatMap((attachment) => ofBlock(attachment, "attachments", rules)),
  ];
  return [...new Map(pings.map((ping) => [`${ping.kind} ${ping.id} ${ping.via}`, ping])).values()];
}

function ofText(text: string, via: Ping["via"], rules: PingRules): readonly Ping[] {
  const pings: Ping[] = [];
  for (const [, call, user, group] of text.matchAll(token)) {
    if (user !== undefined) pings.push({ kind: "user", id: user, via });
    else if (group !== undefined) pings.push({ kind: "usergroup", id: group, via });
    else pings.push({ kind: call === "here" || call === "everyone" ? call : "channel", id: undefined, via });
  }
  if (!rules.linksNames) return pings;
  for (const [, name = ""] of text.matchAll(bareName)) {
    const id = rules.idOf(name);
    if (name === "channel" || name === "here" || name === "everyone") pings.push({ kind: name, id: undefined, via });
    else if (id !== undefined) pings.push({ kind: id.startsWith("S") ? "usergroup" : "user", id, via });
  }
  return pings;
}

/** Looks through a block with all that is in it: mrkdwn texts, markdown, and the elements of rich text. */
function ofBlock(value: unknown, via: Ping["via"], rules: PingRules): readonly Ping[] {
  if (Array.isArray(value)) return listOf(value).flatMap((element) => ofBlock(element, via, rules));
  if (typeof value !== "object" || value === null) return [];
  const type = fieldOf(value, "type");
  if (type === "user") return [{ kind: "user", id: textOf(fieldOf(value, "user_id")), via }];
  if (type === "usergroup") return [{ kind: "usergroup", id: textOf(fieldOf(value, "usergroup_id")), via }];
  if (type === "broadcast") {
    const range = fieldOf(value, "range");
    return [{ kind: range === "here" || range === "everyone" ? range : "channel", id: undefined, via }];
  }
  const isAttachment = via === "attachments" && type === undefined;
  const speaks = type === "mrkdwn" || type === "markdown" || isAttachment;
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field !== "string") return ofBlock(field, via, rules);
    return speaks && ["text", "pretext", "value"].includes(name) ? ofText(field, via, rules) : [];
  });
}

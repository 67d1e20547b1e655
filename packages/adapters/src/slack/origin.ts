import { z } from "zod";

const text = z.string().nullish().catch(undefined);
const messageSchema = z.looseObject({ ts: text, thread_ts: text, user: text }).nullish().catch(undefined);
const eventSchema = z
  .looseObject({
    type: text,
    text,
    channel: text,
    ts: text,
    thread_ts: text,
    user: text,
    deleted_ts: text,
    message: messageSchema,
    previous_message: messageSchema,
  })
  .nullish()
  .catch(undefined);
const bodySchema = z.looseObject({
  team_id: text,
  authorizations: z.array(z.looseObject({ team_id: text })).catch([]),
  team: z.looseObject({ id: text }).nullish().catch(undefined),
  user: z.looseObject({ team_id: text }).nullish().catch(undefined),
  is_ext_shared_channel: z.boolean().nullish().catch(undefined),
  event: eventSchema,
});

/** What is to be known of a body before anybody takes it in. */
export interface Origin {
  /** The workspace whose app it is for; undefined where Slack does not say. */
  readonly teamId: string | undefined;
  /** Whether it says that the app was removed there, or its tokens were revoked. */
  readonly isFarewell: boolean;
  /** Set for a message in a channel that several workspaces share. */
  readonly shared: SharedOrigin | undefined;
}

/** Where in a shared channel something was said. */
export interface SharedOrigin {
  readonly channelId: string;
  /** The root of its thread; itself, where it is in none. */
  readonly rootTs: string;
  readonly userId: string;
  /** Everybody whom it mentions. */
  readonly mentions: ReadonlySet<string>;
}

/**
 * Where something that Slack sent comes from. A click names the workspace of the message's app, and beside its person that
 * person's own; the others name the workspace of an installation.
 */
export function originOf(body: unknown): Origin {
  const read = bodySchema.safeParse(body);
  if (!read.success) return { teamId: undefined, isFarewell: false, shared: undefined };
  const { event, authorizations, team_id, team, user, is_ext_shared_channel } = read.data;
  return {
    teamId: authorizations[0]?.team_id ?? team_id ?? team?.id ?? user?.team_id ?? undefined,
    isFarewell: event?.type === "app_uninstalled" || event?.type === "tokens_revoked",
    shared: is_ext_shared_channel === true && event?.type === "message" ? sharedOf(event) : undefined,
  };
}

function sharedOf(event: NonNullable<z.infer<typeof eventSchema>>): SharedOrigin | undefined {
  const { channel, message, previous_message: previous } = event;
  const root =
    event.thread_ts ?? message?.thread_ts ?? previous?.thread_ts ?? message?.ts ?? event.deleted_ts ?? event.ts;
  const userId = event.user ?? message?.user ?? previous?.user ?? "";
  if (typeof channel !== "string" || typeof root !== "string") return undefined;
  const mentions = new Set([...(event.text ?? "").matchAll(/<@([A-Z0-9]+)/g)].map(([, id = ""]) => id));
  return { channelId: channel, rootTs: root, userId, mentions };
}

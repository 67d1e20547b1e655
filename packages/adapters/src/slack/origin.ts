import { z } from "zod";

const team = z.string().nullish().catch(undefined);
const bodySchema = z.looseObject({
  team_id: team,
  authorizations: z.array(z.looseObject({ team_id: team })).catch([]),
  team: z.looseObject({ id: team }).nullish().catch(undefined),
  user: z.looseObject({ team_id: team }).nullish().catch(undefined),
  event: z
    .looseObject({ type: z.string().catch(""), text: z.string().catch("") })
    .nullish()
    .catch(undefined),
});

/** What is to be known of a body before anybody takes it in. */
export interface Origin {
  /** The workspace whose app it is for; undefined where Slack does not say. */
  readonly teamId: string | undefined;
  /** Whether it says that the app was removed there, or its tokens were revoked. */
  readonly isFarewell: boolean;
  /** Everybody whom a message mentions. */
  readonly mentions: ReadonlySet<string>;
}

/**
 * Where something that Slack sent comes from. In a channel that several workspaces share, an event is sent once, for one of
 * the installations that see it; a click names the workspace of the message's app, its person may be of another.
 */
export function originOf(body: unknown): Origin {
  const read = bodySchema.safeParse(body);
  if (!read.success) return { teamId: undefined, isFarewell: false, mentions: new Set() };
  const { event, authorizations, team_id, team: clicked, user } = read.data;
  const teamId = authorizations[0]?.team_id ?? team_id ?? clicked?.id ?? user?.team_id ?? undefined;
  const isFarewell = event?.type === "app_uninstalled" || event?.type === "tokens_revoked";
  const mentions = new Set([...(event?.text ?? "").matchAll(/<@([A-Z0-9]+)/g)].map(([, id = ""]) => id));
  return { teamId, isFarewell, mentions };
}

import type { Account } from "../../world/account.ts";
import { presentAccount } from "../../present/present-account.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { findChannel, findMessage } from "../find-channel.ts";
import { pageOf } from "../page.ts";

/** Accounts, and what they think of messages. */
export const peopleMethods: readonly ApiMethod[] = [
  botMethod("users.info", 4, ["users:read"], (call) => {
    return { user: presentAccount(findAccount(call, call.args.required("user", "user_not_found"))) };
  }),
  botMethod("users.list", 2, ["users:read"], (call) => {
    const { items, next } = pageOf([...call.workspace.accounts.values()], call.args, 200);
    return { members: items.map(presentAccount), response_metadata: { next_cursor: next } };
  }),
  botMethod("bots.info", 3, ["users:read"], botInfo),
  botMethod("team.info", 3, ["team:read"], ({ workspace }) => {
    return { team: { id: workspace.id, name: workspace.name, domain: workspace.domain, email_domain: "" } };
  }),
  botMethod("reactions.add", 3, ["reactions:write"], (call) => react(call, "already_reacted")),
  botMethod("reactions.remove", 2, ["reactions:write"], (call) => react(call, "no_reaction")),
  botMethod("reactions.get", 3, ["reactions:read"], (call) => {
    const channel = findChannel(call);
    const { reactions } = findMessage(call, channel, "timestamp");
    const shown = [...reactions].map(([name, users]) => ({ name, users: [...users], count: users.size }));
    return { type: "message", channel: channel.id, message: { reactions: shown } };
  }),
];

/** Somebody of the workspace, or of another one with whom it shares a channel. */
function findAccount({ workspace, world }: BotCall, id: string): Account {
  const own = workspace.accounts.get(id);
  if (own !== undefined) return own;
  const isMet = [...workspace.channels.values()].some((channel) => channel.isShared && channel.members.has(id));
  const account = isMet ? world.findAccount(id) : undefined;
  if (account === undefined) throw new ApiError("user_not_found");
  return account;
}

function botInfo(call: BotCall): object {
  const botId = call.args.required("bot", "bot_not_found");
  const account = [...call.workspace.accounts.values()].find((candidate) => candidate.botId === botId);
  if (account === undefined) throw new ApiError("bot_not_found");
  return {
    bot: { id: botId, deleted: false, name: account.realName, app_id: account.appId, user_id: account.id, updated: 0 },
  };
}

function react(call: BotCall, refusal: "already_reacted" | "no_reaction"): object {
  const channel = findChannel(call);
  const name = call.args.required("name", "invalid_name").replaceAll(":", "");
  const message = findMessage(call, channel, "timestamp");
  if (!channel.members.has(call.installation.botUserId)) throw new ApiError("not_in_channel");
  const { botUserId } = call.installation;
  const isDone =
    refusal === "already_reacted"
      ? call.conversations.react(channel, message, name, botUserId)
      : call.conversations.unreact(channel, message, name, botUserId);
  if (!isDone) throw new ApiError(refusal);
  return {};
}

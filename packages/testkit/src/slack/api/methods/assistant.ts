import { slackLimits } from "../../limits.ts";
import { fieldOf, listOf, textOf } from "../../read.ts";
import type { AssistantThread } from "../../world/assistant-thread.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { findChannel } from "../find-channel.ts";

const statusScopes = ["assistant:write", "chat:write"];

/** What an app shows around a thread. */
export const assistantMethods: readonly ApiMethod[] = [
  botMethod("assistant.threads.setStatus", "status", statusScopes, setStatus),
  botMethod("assistant.threads.setTitle", 3, ["assistant:write"], (call) => {
    findThread(call).title = call.args.required("title");
    return {};
  }),
  botMethod("assistant.threads.setSuggestedPrompts", 3, ["assistant:write"], (call) => {
    const prompts = listOf(call.args.json("prompts")).map((prompt) => ({
      title: textOf(fieldOf(prompt, "title")) ?? "",
      message: textOf(fieldOf(prompt, "message")) ?? "",
    }));
    if (prompts.length === 0 || prompts.length > 4) throw new ApiError("invalid_arguments");
    findThread(call).prompts = prompts;
    return {};
  }),
];

/** A status stays until the app posts, for two minutes at most. */
function setStatus(call: BotCall): object {
  const thread = findThread(call);
  const status = call.args.text("status") ?? "";
  const loadingMessages = listOf(call.args.json("loading_messages")).flatMap((message) => textOf(message) ?? []);
  if (loadingMessages.length > slackLimits.loadingMessages) throw new ApiError("invalid_arguments");
  const shown = { status, loadingMessages, at: call.world.clock.now() };
  thread.show(shown);
  if (status === "") return {};
  call.world.later(slackLimits.statusLife, () => {
    if (thread.statuses.at(-1) === shown) thread.clear(call.world.clock.now());
  });
  return {};
}

function findThread(call: BotCall): AssistantThread {
  const channel = findChannel(call, "channel_id");
  const ts = call.args.required("thread_ts", "invalid_thread_ts");
  if (channel.message(ts) === undefined) throw new ApiError("invalid_thread_ts");
  return channel.thread(ts);
}

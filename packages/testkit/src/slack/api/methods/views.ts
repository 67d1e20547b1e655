import type { View } from "@slack/types";
import { type OpenView, presentView } from "../../interactions/view-book.ts";
import { fieldOf, textOf } from "../../read.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";

/** Modals and home tabs. */
export const viewMethods: readonly ApiMethod[] = [
  botMethod("views.open", 4, [], (call) => ({ view: presentView(openWith(call)) })),
  botMethod("views.push", 4, [], (call) => ({ view: presentView(openWith(call)) })),
  botMethod("views.update", 4, [], (call) => {
    const opened = findView(call);
    const hash = call.args.text("hash");
    if (hash !== undefined && hash !== opened.hash) throw new ApiError("hash_conflict");
    call.views.update(opened, readView(call));
    return { view: presentView(opened) };
  }),
  botMethod("views.publish", 4, [], (call) => {
    const userId = call.args.required("user_id");
    if (!call.workspace.accounts.has(userId)) throw new ApiError("user_not_found");
    const { appId, teamId } = call.installation;
    return { view: presentView(call.views.open({ appId, teamId, userId }, readView(call))) };
  }),
];

/** A trigger opens one view within three seconds; a view that is open is then below the new one. */
function openWith(call: BotCall): OpenView {
  const view = readView(call);
  const triggerId = call.args.text("trigger_id") ?? call.args.required("interactivity_pointer");
  const trigger = call.views.redeem(triggerId, call.app.id);
  if (typeof trigger === "string") throw new ApiError(trigger);
  return call.views.open(trigger, view);
}

function findView(call: BotCall): OpenView {
  const opened = call.views.find(call.args.required("view_id", "not_found"));
  if (opened?.appId !== call.app.id) throw new ApiError("not_found");
  return opened;
}

function readView(call: BotCall): View {
  const view = call.args.json("view");
  if (!isView(view)) throw new ApiError("invalid_arguments");
  return view;
}

function isView(value: unknown): value is View {
  const type = textOf(fieldOf(value, "type"));
  return (type === "modal" || type === "home") && Array.isArray(fieldOf(value, "blocks"));
}

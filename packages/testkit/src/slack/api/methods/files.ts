import { presentFile } from "../../present/present-file.ts";
import { fieldOf, listOf, textOf } from "../../read.ts";
import type { SlackFile } from "../../world/slack-file.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { findWritableChannel } from "../find-channel.ts";
import { authorOf, threadOf } from "./chat.ts";
import { ApiArguments } from "../api-arguments.ts";

/** Files: an upload has three steps, URL, bytes, completion. */
export const fileMethods: readonly ApiMethod[] = [
  botMethod("files.getUploadURLExternal", 4, ["files:write"], (call) => {
    const length = call.args.number("length") ?? 0;
    const name = call.args.required("filename");
    if (length <= 0) throw new ApiError("invalid_arguments");
    const owner = { teamId: call.workspace.id, userId: call.installation.botUserId };
    const { fileId } = call.files.begin({ ...owner, name, length });
    return { upload_url: `${call.world.origin}/upload/v1/${fileId}`, file_id: fileId };
  }),
  botMethod("files.completeUploadExternal", 4, ["files:write"], completeUpload),
  botMethod("files.info", 4, ["files:read"], (call) => ({ file: presentFile(findFile(call)) })),
  botMethod("files.delete", 3, ["files:write"], (call) => {
    const file = findFile(call);
    if (file.userId !== call.installation.botUserId) throw new ApiError("cant_delete_file");
    call.world.files.delete(file.id);
    return {};
  }),
];

function completeUpload(call: BotCall): object {
  const wanted = listOf(call.args.json("files")).map((file) => {
    return { id: textOf(fieldOf(file, "id")) ?? "", title: textOf(fieldOf(file, "title")) };
  });
  if (wanted.length === 0) throw new ApiError("invalid_arguments");
  if (wanted.some(({ id }) => call.files.upload(id)?.content === undefined)) throw new ApiError("file_not_found");
  const target = readTarget(call);
  const files = wanted.flatMap(({ id, title }) => call.files.complete(id, title) ?? []);
  if (target !== undefined) {
    const wording = { text: call.args.text("initial_comment") ?? "" };
    const { channel, threadTs } = target;
    call.conversations.post(channel, { author: authorOf(call), wording, threadTs, subtype: "file_share", files });
  }
  return { files: files.map(presentFile) };
}

function readTarget(call: BotCall) {
  const id = call.args.text("channel_id");
  if (id === undefined) return undefined;
  const writing = { ...call, args: new ApiArguments({ ...call.args.fields, channel: id }) };
  const channel = findWritableChannel(writing);
  return { channel, threadTs: threadOf(writing, channel) };
}

function findFile(call: BotCall): SlackFile {
  const file = call.world.files.get(call.args.required("file", "file_not_found"));
  if (file?.teamId !== call.workspace.id) throw new ApiError("file_not_found");
  return file;
}

import type { APIAllowedMentions, APIAttachment, APIEmbed, APIMessageTopLevelComponent } from "discord-api-types/v10";
import { MessageFlags } from "discord-api-types/v10";
import type { Message } from "../world/message.ts";
import type { MessageDraft } from "../world/message-writer.ts";
import { ApiError, invalidField } from "./api-error.ts";
import type { FileStore } from "./file-store.ts";
import type { UploadedFile } from "./recorded-request.ts";

/** Longest text of a message that a bot sends, in UTF-16 units (Discord, "Message", Create Message). */
const longestContent = 2_000;

/** What all embeds of a message may have together, in characters (Discord, "Message", Embed Limits). */
const longestEmbeds = 6_000;

/** Largest file, in bytes (Discord, "Reference", Uploading Files). */
const largestFile = 10 * 1024 * 1024;

/** The fields of a body that say what a message shows. */
export interface MessageBody {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly APIEmbed[] | null | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | null | undefined;
  readonly attachments?: readonly AttachmentBody[] | null | undefined;
  readonly allowed_mentions?: APIAllowedMentions | null | undefined;
  readonly flags?: number | null | undefined;
  readonly sticker_ids?: readonly string[] | null | undefined;
  readonly poll?: object | null | undefined;
}

/** What a body says of a file: of one that comes along, its number is the id. */
interface AttachmentBody {
  readonly id?: string | number | undefined;
  readonly filename?: string | undefined;
  readonly description?: string | null | undefined;
}

/** Where the files of a body go. */
export interface MessageBodyScene {
  readonly files: FileStore;
  readonly uploads: readonly UploadedFile[];
  readonly channelId: string;
  /** The message that is changed; without it the body makes a new one. */
  readonly edited?: Message | undefined;
}

/**
 * A body as a draft; its files are kept.
 * @throws ApiError 50006 when nothing would be shown, 50035 when something is too long or a custom id comes twice.
 */
export function readMessageBody(body: MessageBody, scene: MessageBodyScene): MessageDraft {
  const content = body.content ?? (body.content === null ? "" : undefined);
  checkContent(content);
  checkEmbeds(body.embeds ?? []);
  checkCustomIds(body.components ?? []);
  const draft: MessageDraft = {
    content,
    embeds: body.embeds === null ? [] : body.embeds,
    components: body.components === null ? [] : body.components,
    attachments: readAttachments(body, scene),
    allowedMentions: body.allowed_mentions,
  };
  if (isEmpty(draft, body, scene.edited)) throw new ApiError("emptyMessage");
  return draft;
}

function checkContent(content: string | undefined): void {
  if (content === undefined || content.length <= longestContent) return;
  throw invalidField(["content"], "BASE_TYPE_MAX_LENGTH", `Must be ${longestContent} or fewer in length.`);
}

function checkEmbeds(embeds: readonly APIEmbed[]): void {
  const texts = embeds.flatMap(({ title, description, fields = [], footer, author }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (length <= longestEmbeds) return;
  throw invalidField(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", `Embed size exceeds maximum size of ${longestEmbeds}`);
}

function checkCustomIds(components: readonly unknown[]): void {
  const ids = JSON.stringify(components).match(/"custom_id":"(?:[^"\\]|\\.)*"/g) ?? [];
  if (new Set(ids).size === ids.length) return;
  throw invalidField(["components"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
}

function readAttachments(body: MessageBody, scene: MessageBodyScene): readonly APIAttachment[] | undefined {
  const { uploads, files, channelId, edited } = scene;
  const listed = body.attachments === null ? [] : body.attachments;
  const kept = edited === undefined ? [] : edited.now.attachments.filter((one) => isKept(one, listed));
  if (uploads.length === 0) return listed === undefined ? undefined : kept;
  const added = uploads.map(({ index, name, contentType, bytes }) => {
    if (bytes.byteLength > largestFile) throw new ApiError("requestTooLarge");
    const about = listed?.find(({ id }) => String(id) === index);
    const description = about?.description ?? undefined;
    return files.add(channelId, { name: about?.filename ?? name, contentType, bytes, description });
  });
  return [...kept, ...added];
}

function isKept(attachment: APIAttachment, listed: readonly AttachmentBody[] | undefined): boolean {
  return listed === undefined || listed.some(({ id }) => String(id) === attachment.id);
}

function isEmpty(draft: MessageDraft, body: MessageBody, edited: Message | undefined): boolean {
  const content = draft.content ?? edited?.content ?? "";
  const parts = [
    draft.embeds ?? edited?.now.embeds,
    draft.components ?? edited?.now.components,
    draft.attachments ?? edited?.now.attachments,
    body.sticker_ids,
  ];
  return (
    content.trim() === "" && parts.every((part) => (part ?? []).length === 0) && (body.poll ?? undefined) === undefined
  );
}

/** The flags that a bot may set itself. */
export function settableFlags(flags: number | null | undefined): number {
  const settable = MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications | MessageFlags.IsComponentsV2;
  return (flags ?? 0) & settable;
}

import { chooseCoding } from "../dashboard/content-coding.ts";
import type { DashboardFile } from "../dashboard/dashboard-files.ts";
import { isTagAmong } from "./entity-tag.ts";

/**
 * The form of a file that its reader likes best; nothing when that is the one they have.
 * @param own further headers.
 */
export function answerWithFile(
  { mediaType, plain, coded }: DashboardFile,
  asked: Headers,
  own: Readonly<Record<string, string>> = {},
): Response {
  const coding = chooseCoding(asked.get("accept-encoding") ?? "", Object.keys(coded));
  const { bytes, entityTag } = (coding === undefined ? undefined : coded[coding]) ?? plain;
  const headers = new Headers({ ...own, ETag: entityTag, "Content-Type": mediaType });
  if (isTagAmong(entityTag, asked.get("if-none-match") ?? undefined))
    return new Response(null, { status: 304, headers });
  if (coding !== undefined) headers.set("Content-Encoding", coding);
  return new Response(bytes, { status: 200, headers });
}

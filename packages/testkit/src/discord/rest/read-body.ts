import type { IncomingMessage } from "node:http";
import { ApiError } from "./api-error.ts";
import type { UploadedFile } from "./recorded-request.ts";

/** Largest request, in bytes (Discord, "Reference", Uploading Files: the whole request may have 25 MiB). */
const largestRequest = 25 * 1024 * 1024;

/** What came in a request's body. */
export interface RequestBody {
  /** `undefined` where no JSON came. */
  readonly json: unknown;
  readonly files: readonly UploadedFile[];
}

/** Reads a body to its end. @throws ApiError 50109 for broken JSON, 40005 for too many bytes. */
export async function readBody(incoming: IncomingMessage): Promise<RequestBody> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) chunks.push(chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk)));
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength > largestRequest) throw new ApiError("requestTooLarge");
  const contentType = incoming.headers["content-type"] ?? "";
  if (contentType.startsWith("multipart/form-data")) return readForm(bytes, contentType);
  return { json: bytes.byteLength === 0 ? undefined : parse(bytes.toString()), files: [] };
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<RequestBody> {
  const form = await new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else files.push({ index: indexOf(name), name: value.name, contentType: value.type, bytes: await value.bytes() });
  }
  const payload = fields["payload_json"];
  return { json: payload === undefined ? fields : parse(payload), files };
}

function indexOf(field: string): string {
  return /^files?\[(\d+)\]$/.exec(field)?.[1] ?? field;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("invalidJson");
  }
}

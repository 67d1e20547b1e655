import type { IncomingMessage } from "node:http";
import { isFields, parseJson } from "../read.ts";

/** A request with its body read. */
export interface ReadRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Reads a request to its end. */
export async function readRequest(incoming: IncomingMessage): Promise<ReadRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(Buffer.from(piece));
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    method: incoming.method ?? "GET",
    url: new URL(incoming.url ?? "/", "http://127.0.0.1"),
    headers: Object.fromEntries(headers),
    body: Buffer.concat(pieces),
  };
}

/** The fields of a call: of the query and of a body that is a form, a form with files, or JSON. */
export async function readFields(request: ReadRequest): Promise<Readonly<Record<string, unknown>>> {
  const query = Object.fromEntries(request.url.searchParams);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/json")) {
    const body = parseJson(request.body.toString("utf8"));
    return isFields(body) ? { ...query, ...body } : query;
  }
  if (type.startsWith("multipart/form-data")) return { ...query, ...(await readForm(request)) };
  return { ...query, ...Object.fromEntries(new URLSearchParams(request.body.toString("utf8"))) };
}

/** The bytes of an upload: the whole body, or the file in a form. */
export async function readBytes(request: ReadRequest): Promise<Uint8Array> {
  if (request.headers["content-type"]?.startsWith("multipart/form-data") !== true) return request.body;
  const form = await formOf(request);
  const file = [...form.values()].find((value) => value instanceof Blob);
  return file === undefined ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
}

/** The token after `Bearer`. */
export function bearerOf(request: ReadRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
}

/** Name and password of HTTP basic authentication. */
export function basicOf(request: ReadRequest): readonly [string, string] | undefined {
  const encoded = /^Basic (.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [name = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return [name, rest.join(":")];
}

async function readForm(request: ReadRequest): Promise<Readonly<Record<string, unknown>>> {
  const form = await formOf(request);
  return Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
}

function formOf(request: ReadRequest): Promise<FormData> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  return new Response(new Uint8Array(request.body), { headers }).formData();
}

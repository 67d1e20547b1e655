import { type InboundAttachment, type Logger, sniffMediaType } from "@keyturn/core";
import type { SlackFile, SlackMessage } from "./slack-message.ts";
import type { TokenSource } from "./token-source.ts";

/** Most of a message's files that are read, the largest of them and all of them in bytes: the core takes no more. */
const mostFiles = 10;
const largestFile = 8 * 1_048_576;
const largestMessage = 20 * 1_048_576;

/** Longest time for the files of a message, in milliseconds, and most redirects on the way to one. */
const fetchMilliseconds = 10_000;
const mostRedirects = 3;

/** The files of a message, and what is said of those that were not read. */
export interface FetchedFiles {
  readonly files: readonly InboundAttachment[];
  /** A line for each, such as `[attachment: film.mp4, not read]`. */
  readonly unread: readonly string[];
}

/** The parts that files are read with. */
export interface FileParts {
  readonly tokens: Pick<TokenSource, "read">;
  /** Where the Web API is; files that lie there are Slack's too. */
  readonly apiUrl: string;
  readonly log: Logger;
}

/** Aborts when there is no more time. */
type TimedParts = FileParts & { readonly signal: AbortSignal };

/** Reads the files of a message at once: they may be gone when the run begins. */
export async function fetchFiles({ files: listed }: SlackMessage, parts: FileParts): Promise<FetchedFiles> {
  const files: InboundAttachment[] = [];
  const unread: string[] = [];
  let total = 0;
  const signal = AbortSignal.timeout(fetchMilliseconds);
  for (const file of listed) {
    const { size = largestFile + 1, name } = file;
    const hasRoom = files.length < mostFiles && size <= largestFile && total + size <= largestMessage;
    const read = hasRoom ? await fetchFile(file, size, { ...parts, signal }) : undefined;
    if (read === undefined) unread.push(`[attachment: ${name ?? "a file"}, not read]`);
    else {
      files.push(read);
      total += read.bytes.length;
    }
  }
  return { files, unread };
}

async function fetchFile(file: SlackFile, size: number, parts: TimedParts): Promise<InboundAttachment | undefined> {
  const { id, name, mimetype, url_private_download, url_private } = file;
  const url = url_private_download ?? url_private;
  if (url === undefined || url === null) return undefined;
  try {
    const response = await follow(new URL(url), parts);
    const type = response.headers.get("content-type") ?? "";
    // Slack shows whoever may not read a file its login page, and calls that a success.
    if (type.startsWith("text/html") && mimetype !== "text/html") {
      throw new Error("Slack gave a page in place of the file: the app lacks the scope files:read.");
    }
    const bytes = response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    // What was announced was weighed: more than that is another file.
    if (bytes === undefined || bytes.length > size) throw new Error(`Slack's files answered ${response.status}.`);
    return { name: (name ?? "file").slice(0, 256), mediaType: await sniffMediaType(bytes), bytes };
  } catch (error) {
    parts.log.warn({ err: error, fileId: id }, "A file of a message could not be read.");
    return undefined;
  }
}

/** Fetches with the bot's token, which goes to Slack's own hosts alone, also where Slack sends us on. */
async function follow(first: URL, { tokens, apiUrl, signal }: TimedParts): Promise<Response> {
  const authorization = `Bearer ${await tokens.read()}`;
  let url = first;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    if (!isSlacks(url, apiUrl)) throw new Error("A file does not lie with Slack.");
    // oxlint-disable-next-line no-restricted-globals -- Slack's client knows methods alone, and no files.
    const response = await fetch(url, { headers: { authorization }, redirect: "manual", signal });
    const next = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || next === null) return response;
    await response.body?.cancel();
    url = new URL(next, url);
  }
  throw new Error("Slack's files lead from one place to the next.");
}

function isSlacks({ protocol, hostname, origin }: URL, apiUrl: string): boolean {
  return (
    origin === new URL(apiUrl).origin || (protocol === "https:" && /(?:^|\.)slack(?:-files)?\.com$/.test(hostname))
  );
}

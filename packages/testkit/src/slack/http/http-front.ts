import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnsweredCall, WebApi } from "../api/web-api.ts";
import { ApiError } from "../api/api-error.ts";
import type { FileShelf } from "../interactions/file-shelf.ts";
import type { ResponseUrls } from "../interactions/response-urls.ts";
import { pause } from "@keyturn/core";
import type { SlackWorld } from "../world/slack-world.ts";
import { type ReadRequest, bearerOf, readBytes, readFields, readRequest } from "./read-request.ts";
import { type Reply, sendReply } from "./reply.ts";

/** What stands behind the server's paths. */
export interface HttpParts {
  readonly world: SlackWorld;
  readonly webApi: WebApi;
  readonly responseUrls: ResponseUrls;
  readonly files: FileShelf;
  /** Slack's authorisation page: where the browser of the person who agrees goes next. */
  readonly authorize: (url: URL) => URL;
  /** Where the next download is sent, if a test wants that. */
  readonly takeRedirect: () => string | undefined;
  readonly closed: AbortSignal;
}

/** Answers every HTTP request: the Web API, files, uploads, response URLs and the authorisation page. */
export class HttpFront {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  /** Answers a request; it never rejects. */
  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await readRequest(incoming);
      const [, first, second = "", third] = request.url.pathname.split("/");
      if (first === "api") return await this.#answerCall(second, request, response);
      sendReply(response, await this.#replyTo(first, second, third, request));
    } catch (error) {
      sendReply(response, { status: 500, body: `The test server failed: ${String(error)}` });
    }
  }

  async #answerCall(method: string, request: ReadRequest, response: ServerResponse): Promise<void> {
    const answered = await this.#parts.webApi.answer(method, request);
    const { call, reply, fault } = answered;
    if (fault?.delayMilliseconds !== undefined) {
      await pause(this.#parts.world.clock, fault.delayMilliseconds, this.#parts.closed);
    }
    if (!isWithheld(answered, response)) {
      sendReply(response, reply);
      const body = reply.body instanceof Uint8Array ? "" : reply.body;
      call.answer = { status: reply.status, body };
    }
    this.#parts.world.notices.tell(`${method} answered`);
  }

  async #replyTo(
    first: string | undefined,
    id: string,
    rest: string | undefined,
    request: ReadRequest,
  ): Promise<Reply> {
    if (first === "response") return this.#useResponseUrl(id, await readFields(request));
    if (first === "files-pri") return this.#download(id, request);
    if (first === "upload" && rest !== undefined) return this.#upload(rest, await readBytes(request));
    if (first === "oauth" && request.url.pathname === "/oauth/v2/authorize") return this.#authorize(request.url);
    return { status: 404, body: `There is no ${request.url.pathname} here.` };
  }

  #useResponseUrl(id: string, fields: Readonly<Record<string, unknown>>): Reply {
    try {
      this.#parts.responseUrls.use(id, fields);
      return { status: 200, body: "ok" };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isGone = ["no_service", "expired_url", "used_url"].includes(error.code);
      return { status: isGone ? 404 : 400, body: { ok: false, error: error.code } };
    }
  }

  /** Without a token that may read files Slack answers its login page, with HTTP 200 (bolt-js#2585). */
  #download(id: string, request: ReadRequest): Reply {
    const { world } = this.#parts;
    const file = world.files.get(id.split("-")[1] ?? "");
    const value = bearerOf(request) ?? "";
    const token = world.tokens.find(value);
    const isGood = token !== undefined && world.tokens.refusalOf(value, world.clock.now()) === undefined;
    const mayRead = isGood && token.scopes.includes("files:read") && token.teamId === file?.teamId;
    world.notices.tell(`file ${id} ${mayRead ? "downloaded" : "refused"}`);
    if (!mayRead) return { status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: loginPage };
    const elsewhere = this.#parts.takeRedirect();
    if (elsewhere !== undefined) return { status: 302, headers: { location: elsewhere }, body: "" };
    if (file === undefined) return { status: 404, body: "" };
    return { status: 200, headers: { "content-type": file.mimetype }, body: file.content };
  }

  #upload(fileId: string, bytes: Uint8Array): Reply {
    const upload = this.#parts.files.upload(fileId);
    if (upload === undefined) return { status: 404, body: "No such upload." };
    if (bytes.byteLength !== upload.length) {
      return { status: 400, body: `${upload.length} bytes were announced, ${bytes.byteLength} came.` };
    }
    upload.content = bytes;
    return { status: 200, body: `OK - ${bytes.byteLength}` };
  }

  #authorize(url: URL): Reply {
    try {
      return { status: 302, headers: { location: this.#parts.authorize(url).href }, body: "" };
    } catch (error) {
      return { status: 400, body: error instanceof Error ? error.message : String(error) };
    }
  }
}

const loginPage = "<!DOCTYPE html><html><head><title>Sign in to Slack</title></head><body>Sign in</body></html>";

/** Whether a fault keeps the answer from going out. */
function isWithheld({ fault }: AnsweredCall, response: ServerResponse): boolean {
  if (fault?.resets === true) response.socket?.resetAndDestroy();
  return fault?.resets === true || fault?.hangs === true;
}

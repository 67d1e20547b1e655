import type { BotAccount } from "../world/bot-account.ts";

/** A file that came with a request. */
export interface UploadedFile {
  /** The number in `files[n]`; attachments of the body name it as their id. */
  readonly index: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** How a request proved who it is. `other` is an authorization that is no bot's. */
export type Authentication = "bot" | "none" | "other";

/** What a request was answered with. */
export interface RecordedAnswer {
  /** The HTTP status; 0 where the connection was cut or left hanging on purpose. */
  readonly status: number;
  readonly body: unknown;
  /** In milliseconds since 1970, by the server's clock. */
  readonly at: number;
}

/** A request to the REST API, as it came. Tokens are not kept, but for those in the path of interactions. */
export interface RecordedRequest {
  /** 1 for the first. */
  readonly number: number;
  /** In milliseconds since 1970, by the server's clock. */
  readonly at: number;
  readonly method: string;
  /** The path below `/api/v10`, decoded. */
  readonly path: string;
  /** The route as Discord's description writes it, such as `/channels/{channel_id}/messages`; "" for unknown ones. */
  readonly route: string;
  /** The values of the route's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly authentication: Authentication;
  /** Who asked, where a valid token came. */
  readonly bot: BotAccount | undefined;
  /** The JSON body, of forms the field `payload_json`; `undefined` without one. */
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
  /** Whether the request took effect. A faulty answer may hide it from the client. */
  isCommitted: boolean;
  /** `undefined` while the answer is out. */
  answer: RecordedAnswer | undefined;
}

import type { BotAccount } from "../world/bot-account.ts";
import { ApiError } from "./api-error.ts";
import type { RecordedRequest, UploadedFile } from "./recorded-request.ts";

/** What a handler is given. */
export class RestCall {
  readonly request: RecordedRequest;

  constructor(request: RecordedRequest) {
    this.request = request;
  }

  /** Who asks. @throws ApiError 401 on routes that ask for no token. */
  get bot(): BotAccount {
    if (this.request.bot === undefined) throw new ApiError("unauthorized");
    return this.request.bot;
  }

  /** The files that came along. */
  get files(): readonly UploadedFile[] {
    return this.request.files;
  }

  /** A parameter of the path. */
  parameter(name: string): string {
    return this.request.parameters[name] ?? "";
  }

  /** A parameter of the query, where it came. */
  query(name: string): string | undefined {
    return this.request.query[name];
  }

  /**
   * The body, in the form that the route's description asks for: it was compared with it before, so this is the one place
   * where it gets its type. No body is an empty one.
   */
  body<Body extends object>(): Body {
    return (this.request.body ?? {}) as Body;
  }
}

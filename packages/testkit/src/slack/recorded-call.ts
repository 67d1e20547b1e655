import type { TokenKind } from "./world/token-book.ts";

/** A call of the Web API as it came in, and what it was answered. */
export interface RecordedCall {
  /** 1 for the first call of the server. */
  readonly number: number;
  readonly method: string;
  /** The arguments without the token; what a form carries as JSON is parsed. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Whose token it was; undefined for none or an unknown one. */
  readonly tokenKind: TokenKind | undefined;
  readonly appId: string | undefined;
  readonly teamId: string | undefined;
  /** When it came, in milliseconds since 1970 by the server's clock. */
  readonly at: number;
  /** The status and the body of the answer; undefined until it went out. */
  answer: { readonly status: number; readonly body: Readonly<Record<string, unknown>> | string } | undefined;
}

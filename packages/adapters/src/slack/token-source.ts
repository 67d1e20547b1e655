/** Whose token a call bears. */
export interface TokenSource {
  /** The token as it is now. @throws DeliveryError when there is none that Slack would take. */
  read(): Promise<string>;
  /** Slack took this token no more, and said why, such as `token_revoked`. Called for each call that was refused. */
  refuse(token: string, code: string): void;
}

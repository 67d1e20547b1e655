/** A file that a person or an app uploaded. */
export interface SlackFile {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  readonly name: string;
  readonly title: string;
  readonly mimetype: string;
  readonly content: Uint8Array;
  /** Where it is downloaded from, with a bearer token that has `files:read`. */
  readonly url: string;
}

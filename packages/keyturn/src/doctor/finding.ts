/** What became of one thing that was looked at. */
export interface Finding {
  readonly isWell: boolean;
  /** What was looked at, such as `Node`. */
  readonly subject: string;
  /** What was found; where it is not well, with what to do. */
  readonly text: string;
}

/** Looks at one thing. A throw is a finding that is not well; its text says what to do. */
export async function look(subject: string, check: () => Promise<string> | string): Promise<Finding> {
  try {
    return { isWell: true, subject, text: await check() };
  } catch (error) {
    return { isWell: false, subject, text: error instanceof Error ? error.message : String(error) };
  }
}

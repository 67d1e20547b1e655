/** A suggestion that a person can click instead of typing. */
export interface SuggestedPrompt {
  readonly title: string;
  readonly message: string;
}

/** A status that was shown in a thread. */
export interface ThreadStatus {
  readonly status: string;
  readonly loadingMessages: readonly string[];
  /** When it was set, in milliseconds since 1970. */
  readonly at: number;
}

/** What an app shows around a thread: its status, its title, its suggestions. */
export class AssistantThread {
  readonly channelId: string;
  readonly threadTs: string;
  title: string | undefined = undefined;
  prompts: readonly SuggestedPrompt[] = [];
  /** Every status that was set or cleared, in order; an empty one is a clear. */
  readonly statuses: ThreadStatus[] = [];

  constructor(channelId: string, threadTs: string) {
    this.channelId = channelId;
    this.threadTs = threadTs;
  }

  /** What people see now; empty when there is no status. */
  get status(): string {
    return this.statuses.at(-1)?.status ?? "";
  }

  show(status: ThreadStatus): void {
    this.statuses.push(status);
  }

  /** Takes the status away, if there is one. */
  clear(at: number): void {
    if (this.status !== "") this.statuses.push({ status: "", loadingMessages: [], at });
  }
}

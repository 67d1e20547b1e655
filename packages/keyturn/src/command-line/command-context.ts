import type { ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** What a command does when it is called; it returns its exit code, or throws. */
export type Action = () => Promise<ExitCode>;

/** What a command is given when it is added. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Takes what is to be done; called once, by the command that was asked for. */
  readonly choose: (action: Action) => void;
}

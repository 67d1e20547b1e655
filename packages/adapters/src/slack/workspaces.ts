import type { Workspace } from "./workspace.ts";

/** The workspaces that the bot is in. */
export interface Workspaces {
  readonly all: readonly Workspace[];
  /** What is amiss though the channel is connected, and what to do; undefined when nothing is. */
  readonly trouble: string | undefined;
  /** Whether Slack takes no token of the bot's, so that nothing can be said anywhere though sockets are open. */
  readonly isShutOut: boolean;
  /** Learns which workspaces there are. @throws ConfigurationError when that cannot be known until settings are changed. */
  start(): Promise<void>;
  /** Undefined when the bot is not there. @param teamId undefined where Slack did not say. */
  find(teamId: string | undefined): Workspace | undefined;
  /** Slack says that the app was removed, or its tokens revoked: looks whether that is so. @throws when that cannot be told */
  examine(teamId: string): Promise<void>;
  /** Writes down what is still to be written. */
  stop(): Promise<void>;
}

/** Makes a workspace of who the bot is there, and of the way to it. */
export type OpenWorkspace = (parts: Pick<Workspace, "identity" | "access">) => Workspace;

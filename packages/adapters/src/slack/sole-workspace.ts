import { type Clock, ConfigurationError, type Timer } from "@keyturn/core";
import type { SlackApi, SlackIdentity } from "./slack-api.ts";
import { isTokenRefused } from "./slack-failure.ts";
import type { TokenSource } from "./token-source.ts";
import type { Workspace } from "./workspace.ts";
import type { WorkspaceAccess } from "./workspace-access.ts";
import type { OpenWorkspace, Workspaces } from "./workspaces.ts";

/** What to do when Slack takes the token no more. */
export const botTokenRefused: string =
  'Slack does not take the bot token: it was revoked, or the app was removed. Install the app again under "Install App", and set the new token.';

/** How often it is looked whether Slack takes the token again, in milliseconds. */
const lookMilliseconds = 60_000;

/** The parts that it is made of. */
export interface SoleWorkspaceParts {
  readonly botToken: string;
  readonly openAccess: (tokens: TokenSource) => WorkspaceAccess;
  readonly openWorkspace: OpenWorkspace;
  readonly clock: Clock;
  /** What is amiss changed. */
  readonly onTrouble: () => void;
}

/** The one workspace that a bot token is of. */
export class SoleWorkspace implements Workspaces {
  readonly #parts: SoleWorkspaceParts;
  #workspace: Workspace | undefined;
  #isShutOut = false;
  #isStopped = false;
  #look: Timer | undefined;

  constructor(parts: SoleWorkspaceParts) {
    this.#parts = parts;
  }

  get all(): readonly Workspace[] {
    return this.#workspace === undefined ? [] : [this.#workspace];
  }

  get isShutOut(): boolean {
    return this.#isShutOut;
  }

  get trouble(): string | undefined {
    return this.#isShutOut ? botTokenRefused : undefined;
  }

  async start(): Promise<void> {
    const { botToken, openAccess, openWorkspace } = this.#parts;
    const access = openAccess({ read: () => Promise.resolve(botToken), refuse: () => this.#refuse() });
    const workspace = openWorkspace({ identity: await identify(access.api), access });
    this.#workspace = workspace;
    await workspace.out.clear();
  }

  find(teamId: string | undefined): Workspace | undefined {
    return teamId === undefined || teamId === this.#workspace?.identity.teamId ? this.#workspace : undefined;
  }

  /** A call tells: a token that is refused is told of wherever that happens. */
  async examine(): Promise<void> {
    try {
      await this.#workspace?.access.api.identity();
    } catch (error) {
      if (isTokenRefused(error)) return;
      throw error;
    }
    if (!this.#isShutOut) return;
    this.#isShutOut = false;
    this.#look?.cancel();
    this.#parts.onTrouble();
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    this.#look?.cancel();
    return Promise.resolve();
  }

  #refuse(): void {
    if (this.#isShutOut || this.#isStopped) return;
    this.#isShutOut = true;
    this.#lookLater();
    this.#parts.onTrouble();
  }

  /** Nothing is sent until the token counts, so nothing else would tell. */
  #lookLater(): void {
    this.#look = this.#parts.clock.startTimer(lookMilliseconds, () => {
      void this.examine()
        .catch(() => undefined)
        .then(() => {
          if (this.#isShutOut && !this.#isStopped) this.#lookLater();
        });
    });
  }
}

/** Whose token it is. @throws ConfigurationError when it is nobody's. */
async function identify(api: SlackApi): Promise<SlackIdentity> {
  try {
    return await api.identity();
  } catch (error) {
    throw isTokenRefused(error) ? new ConfigurationError(botTokenRefused, error) : error;
  }
}

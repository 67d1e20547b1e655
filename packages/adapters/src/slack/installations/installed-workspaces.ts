import type { Clock, Logger, Timer } from "@keyturn/core";
import { AsyncKeyedLock, type PendingWork } from "@keyturn/core/channel-kit";
import { slackErrorOf } from "../slack-failure.ts";
import { slackScopes } from "../slack-needs.ts";
import type { TokenSource } from "../token-source.ts";
import type { Workspace } from "../workspace.ts";
import type { WorkspaceAccess } from "../workspace-access.ts";
import type { OpenWorkspace, Workspaces } from "../workspaces.ts";
import { type Installation, identityOf, workspaceName } from "./installation.ts";
import type { InstallationBook } from "./installation-book.ts";
import type { OAuthClient } from "./oauth-client.ts";
import { TokenKeeper } from "./token-keeper.ts";

/** How long operators read that a workspace removed the app, in milliseconds: a day. */
const memoryMilliseconds = 86_400_000;

/** Most things that are told of at a time: people read them. */
const mostTroubles = 3;

/** What Slack answers when an app was removed, or its tokens were revoked. */
const gone: ReadonlySet<string> = new Set([
  "account_inactive",
  "token_revoked",
  "invalid_auth",
  "invalid_refresh_token",
]);

/** The parts that the workspaces are made of. */
export interface InstalledWorkspacesParts {
  readonly book: InstallationBook;
  readonly client: OAuthClient;
  readonly openAccess: (tokens: TokenSource) => WorkspaceAccess;
  readonly openWorkspace: OpenWorkspace;
  /** What a stop waits for. */
  readonly pending: PendingWork;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the app is installed, for operators to read. */
  readonly installAddress: string;
  /** What is amiss changed. */
  readonly onTrouble: () => void;
}

interface Seat {
  readonly workspace: Workspace;
  readonly keeper: TokenKeeper;
}

/** The workspaces that have installed the app. They come and go while the bot runs; their sessions stay. */
export class InstalledWorkspaces implements Workspaces {
  /** Workspaces have tokens of their own: one that is refused shuts out no other. */
  readonly isShutOut = false;
  readonly #parts: InstalledWorkspacesParts;
  readonly #seats = new Map<string, Seat>();
  /** What is told of workspaces that lately removed the app. */
  readonly #removals = new Map<string, { readonly text: string; readonly timer: Timer }>();
  readonly #examinations = new Map<string, Promise<void>>();
  /** Of the workspaces' tokens, by team. */
  readonly #lock: AsyncKeyedLock;

  constructor(parts: InstalledWorkspacesParts) {
    this.#parts = parts;
    this.#lock = new AsyncKeyedLock({ clock: parts.clock });
  }

  get all(): readonly Workspace[] {
    return [...this.#seats.values()].map(({ workspace }) => workspace);
  }

  get trouble(): string | undefined {
    const removals = [...this.#removals.values()].map(({ text }) => text);
    const refreshes = [...this.#seats.values()].flatMap(({ keeper }) => keeper.trouble ?? []);
    const { installAddress, book } = this.#parts;
    const poor = book.all.flatMap((installation) => missingScopesOf(installation) ?? []);
    const empty =
      this.#seats.size > 0 ? [] : [`No Slack workspace has the app. Somebody has to install it: ${installAddress}`];
    const troubles = [...removals, ...refreshes, ...poor, ...empty];
    if (troubles.length === 0) return undefined;
    const further = troubles.length - mostTroubles;
    return troubles.slice(0, mostTroubles).join(" ") + (further > 0 ? ` ${further} more like that.` : "");
  }

  async start(): Promise<void> {
    await this.#parts.book.load();
    for (const installation of this.#parts.book.all) this.#seat(installation);
  }

  find(teamId: string | undefined): Workspace | undefined {
    return teamId === undefined ? undefined : this.#seats.get(teamId)?.workspace;
  }

  /** A workspace installed the app, or installed it again. Resolves when that is kept. @throws StoreError */
  async install(installation: Installation): Promise<void> {
    const { teamId, botUserId } = installation;
    await this.#parts.book.put(installation);
    const known = this.#seats.get(teamId);
    this.#forget(teamId);
    // The same bot goes on where it was; what it is doing there ends as it would have.
    if (known?.workspace.identity.botUserId === botUserId) known.keeper.renew();
    else this.#seat(installation);
    this.#parts.onTrouble();
  }

  examine(teamId: string): Promise<void> {
    const known = this.#examinations.get(teamId);
    if (known !== undefined) return known;
    const examination = this.#examine(teamId).finally(() => this.#examinations.delete(teamId));
    this.#examinations.set(teamId, examination);
    return examination;
  }

  async stop(): Promise<void> {
    for (const { timer } of this.#removals.values()) timer.cancel();
    await this.#parts.book.close();
  }

  /** Slack's own word counts, and not the event: one that comes late must not remove what was installed since. */
  async #examine(teamId: string): Promise<void> {
    const { book, client, log } = this.#parts;
    const seat = this.#seats.get(teamId);
    if (seat === undefined) return;
    try {
      await client.test(await seat.keeper.read());
      log.info({ teamId }, "Slack takes the token of a workspace whose app was said to be removed; it stays.");
    } catch (error) {
      const code = slackErrorOf(error) ?? "";
      if (!gone.has(code)) throw error;
      const installation = book.find(teamId);
      if (installation !== undefined && book.remove(installation)) this.#part(installation, code);
    }
  }

  #part(installation: Installation, code: string): void {
    const { clock, log, installAddress, onTrouble } = this.#parts;
    const { teamId } = installation;
    const name = workspaceName(installation);
    const text = `The app was removed from the Slack workspace ${name}, or its tokens were revoked (${code}). Its conversations are kept; install the app there again: ${installAddress}`;
    log.warn({ teamId, slackError: code }, text);
    this.#seats.delete(teamId);
    this.#forget(teamId);
    const timer = clock.startTimer(memoryMilliseconds, () => {
      this.#forget(teamId);
      onTrouble();
    });
    this.#removals.set(teamId, { text, timer });
    onTrouble();
  }

  #forget(teamId: string): void {
    this.#removals.get(teamId)?.timer.cancel();
    this.#removals.delete(teamId);
  }

  #seat(installation: Installation): void {
    const { book, client, clock, log, pending, openAccess, openWorkspace, onTrouble } = this.#parts;
    const { teamId } = installation;
    const inBackground = (work: Promise<void>, complaint: string): void => {
      void pending.add(work.catch((error: unknown) => log.warn({ err: error, teamId }, complaint)));
    };
    const keeper = new TokenKeeper({
      teamId,
      lock: this.#lock,
      clock,
      log,
      refresh: (refreshToken) => client.refresh(refreshToken),
      replace: (previous, next) => book.replace(previous, next),
      read: () => book.find(teamId),
      onRefused: () => inBackground(this.examine(teamId), "Slack does not tell whether the app is still installed."),
      onTrouble,
      await: (work) => void pending.add(work),
    });
    const workspace = openWorkspace({ identity: identityOf(installation), access: openAccess(keeper) });
    this.#seats.set(teamId, { workspace, keeper });
    inBackground(workspace.out.clear(), "What a crash left in a Slack workspace could not be taken away.");
  }
}

/** What a workspace did not grant: it installed the app when that needed less. Undefined when it granted all. */
function missingScopesOf(installation: Installation): string | undefined {
  const missing = Object.keys(slackScopes).filter((scope) => !installation.scopes.includes(scope));
  if (missing.length === 0) return undefined;
  return `The Slack workspace ${workspaceName(installation)} has not granted ${missing.join(", ")}. Install the app there again.`;
}

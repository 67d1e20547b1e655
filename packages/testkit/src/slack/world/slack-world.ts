import type { Clock, Timer } from "@keyturn/core";
import { Identifiers } from "../identifiers.ts";
import type { Notices } from "../../notices.ts";
import type { Account } from "./account.ts";
import type { Channel } from "./channel.ts";
import type { Installation } from "./installation.ts";
import type { SlackApp } from "./slack-app.ts";
import type { SlackFile } from "./slack-file.ts";
import { TokenBook } from "./token-book.ts";
import type { Workspace } from "./workspace.ts";

/** Everything that is: workspaces, apps, tokens and files. It changes nothing by itself. */
export class SlackWorld {
  readonly clock: Clock;
  readonly notices: Notices;
  readonly ids: Identifiers;
  readonly workspaces: Map<string, Workspace> = new Map<string, Workspace>();
  readonly apps: Map<string, SlackApp> = new Map<string, SlackApp>();
  readonly files: Map<string, SlackFile> = new Map<string, SlackFile>();
  readonly tokens: TokenBook = new TokenBook();
  readonly #timers = new Set<Timer>();
  /** `http://127.0.0.1:<port>`; set when the server listens. */
  origin = "";

  constructor(clock: Clock, notices: Notices) {
    this.clock = clock;
    this.notices = notices;
    this.ids = new Identifiers(clock);
  }

  /** Calls back after that many milliseconds of the clock, unless the server closes before. */
  later(milliseconds: number, callback: () => void): void {
    const timer = this.clock.startTimer(milliseconds, () => {
      this.#timers.delete(timer);
      callback();
    });
    this.#timers.add(timer);
  }

  /** Calls off what was to happen later. */
  dispose(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  /** @throws Error when there is no such workspace. */
  workspace(id: string): Workspace {
    return found(this.workspaces.get(id), `workspace ${id}`);
  }

  /** @throws Error when there is no such app. */
  app(id: string): SlackApp {
    return found(this.apps.get(id), `app ${id}`);
  }

  /** @throws Error when there is no such channel. */
  channel(id: string): Channel {
    return found(this.findChannel(id), `channel ${id}`);
  }

  findChannel(id: string): Channel | undefined {
    for (const workspace of this.workspaces.values()) {
      const channel = workspace.channels.get(id);
      if (channel !== undefined) return channel;
    }
    return undefined;
  }

  findAccount(id: string): Account | undefined {
    for (const workspace of this.workspaces.values()) {
      const account = workspace.accounts.get(id);
      if (account !== undefined) return account;
    }
    return undefined;
  }

  /** Every app that is or was installed in a workspace of the channel's, the channel's own first. */
  installationsIn(channel: Channel): readonly Installation[] {
    return channel.teamIds.flatMap((teamId) => [...this.workspace(teamId).installations.values()]);
  }

  /** The app in the workspace, while it is installed there. */
  installation(appId: string, teamId: string): Installation | undefined {
    const installation = this.workspaces.get(teamId)?.installations.get(appId);
    return installation?.isActive === true ? installation : undefined;
  }
}

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`This server has no ${what}.`);
  return value;
}

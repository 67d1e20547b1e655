import { type Server, createServer } from "node:http";
import { eventScopes } from "./delivery/event-broadcast.ts";
import type { AppSocket } from "./delivery/app-socket.ts";
import type { Delivery } from "./delivery/delivery.ts";
import type { PostAnswer } from "./delivery/http-post.ts";
import type { RawRequest } from "./delivery/request-url.ts";
import { methodTable } from "./api/methods/method-table.ts";
import type { Faults } from "./faults/faults.ts";
import { HttpFront } from "./http/http-front.ts";
import type { ResponseUse } from "./interactions/response-urls.ts";
import type { OpenView } from "./interactions/view-book.ts";
import type { WaitOptions } from "../notices.ts";
import { Person } from "./people/person.ts";
import { fieldOf, parseJson } from "./read.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { type ServerParts, type SlackServerOptions, composeServer } from "./server-parts.ts";
import { Channel } from "./world/channel.ts";
import type { Installation } from "./world/installation.ts";
import type { Message } from "./world/message.ts";
import { SlackApp, type SlackAppOptions } from "./world/slack-app.ts";
import { Workspace } from "./world/workspace.ts";

/** What a person is. */
export interface PersonOptions {
  /** @default the first workspace */
  readonly workspace?: Workspace | undefined;
  /** @default the name */
  readonly realName?: string | undefined;
  /** @default "Etc/UTC" */
  readonly timeZone?: string | undefined;
  /** @default false */
  readonly isAdmin?: boolean | undefined;
  /** Owners are admins too. @default false */
  readonly isOwner?: boolean | undefined;
}

/** What a channel is. */
export interface ChannelOptions {
  /** @default the first workspace */
  readonly workspace?: Workspace | undefined;
  /** @default false */
  readonly isPrivate?: boolean | undefined;
  /** Further workspaces that share it, as Slack Connect lets them. @default none */
  readonly sharedWith?: readonly Workspace[] | undefined;
  /**
   * Who is in it: people, and installations for their bots.
   * @default everybody who is in its workspaces now, bots included
   */
  readonly members?: readonly { readonly id: string }[] | undefined;
}

/**
 * Slack on loopback: the Web API, Socket Mode, requests to a request URL, files, streams and OAuth, for bots that run
 * the real Bolt. It begins with one workspace, one app that is installed there with every scope, and no people.
 *
 * Point Bolt at it with `clientOptions: { slackApiUrl: server.apiUrl }`.
 */
export class SlackServer {
  /** The first workspace, the first app, and the one in the other. */
  readonly workspace: Workspace;
  readonly app: SlackApp;
  readonly installation: Installation;
  /** Makes things go wrong. */
  readonly faults: Faults;
  readonly #http: Server;
  readonly #parts: ServerParts;
  readonly #closing: AbortController;
  #closed: Promise<void> | undefined;

  private constructor(parts: ServerParts, http: Server, closing: AbortController) {
    this.#parts = parts;
    this.#http = http;
    this.#closing = closing;
    this.faults = parts.faults;
    this.workspace = this.addWorkspace("Acme");
    this.app = this.addApp();
    this.installation = this.install(this.app, this.workspace);
  }

  /** Starts a server on any free port of 127.0.0.1. */
  static async start(options: SlackServerOptions = {}): Promise<SlackServer> {
    const closing = new AbortController();
    const parts = composeServer(options, closing.signal);
    const front = new HttpFront({
      ...parts,
      authorize: (url) => parts.consent.agree(url, ...firstPersonOf(parts)),
      closed: closing.signal,
    });
    const http = createServer((incoming, response) => void front.handle(incoming, response));
    http.on("upgrade", (request, socket, head) => parts.hub.upgrade(request, socket, head));
    await new Promise<void>((resolve, reject) => {
      http.once("error", reject);
      http.listen(0, "127.0.0.1", resolve);
    });
    parts.world.origin = `http://127.0.0.1:${String(fieldOf(http.address(), "port"))}`;
    return new SlackServer(parts, http, closing);
  }

  /** What Bolt is given as `slackApiUrl`, with the slash at its end. */
  get apiUrl(): string {
    return `${this.#parts.world.origin}/api/`;
  }

  /** What Bolt is given as `installerOptions.authorizationUrl`: whoever comes here agrees. */
  get authorizationUrl(): string {
    return `${this.#parts.world.origin}/oauth/v2/authorize`;
  }

  /** Every call of the Web API so far, in order. */
  get calls(): readonly RecordedCall[] {
    return this.#parts.webApi.calls;
  }

  /** The calls of one method. */
  callsOf(method: string): readonly RecordedCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Every event, command and click that was delivered or is to be, in order. */
  get deliveries(): readonly Delivery[] {
    return this.#parts.office.deliveries;
  }

  /** Every socket that was ever open, in order. */
  get sockets(): readonly AppSocket[] {
    return this.#parts.hub.sockets;
  }

  /** The sockets that are open now. */
  get openSockets(): readonly AppSocket[] {
    return this.#parts.hub.open();
  }

  /** Sockets that were turned down. */
  get refusedSockets(): number {
    return this.#parts.hub.refusals;
  }

  /** Every use of a response URL that was accepted, in order. */
  get responses(): readonly ResponseUse[] {
    return this.#parts.responseUrls.uses;
  }

  /** Every modal and home tab that was ever shown, in order. */
  get views(): readonly OpenView[] {
    return this.#parts.views.views;
  }

  /**
   * Resolves with the first value other than `undefined` and `false` that `look` gives. It looks now, and again each
   * time something happens here; it never polls.
   * @throws what `look` throws; an Error that lists what happened last when the time is over.
   */
  waitFor<Value>(look: () => Value | undefined | false, options?: WaitOptions): Promise<Value> {
    return this.#parts.world.notices.waitFor(look, options);
  }

  /** Resolves when every event, command and click so far is acknowledged or given up. */
  async delivered(): Promise<void> {
    await this.waitFor(() => this.deliveries.every(({ outcome }) => outcome !== undefined));
  }

  addWorkspace(name: string): Workspace {
    const { world } = this.#parts;
    const workspace = new Workspace(world.ids.next("T"), name);
    world.workspaces.set(workspace.id, workspace);
    return workspace;
  }

  /** Sets up an app, in Socket Mode and not installed anywhere. */
  addApp(options: SlackAppOptions = {}): SlackApp {
    const { ids, apps, tokens } = this.#parts.world;
    const id = ids.next("A");
    const app = new SlackApp({
      id,
      name: options.name ?? "Testbot",
      clientId: ids.secret(""),
      clientSecret: ids.secret("client-"),
      signingSecret: ids.secret("signing-"),
      verificationToken: ids.secret("verification-"),
      appToken: ids.secret(`xapp-1-${id}-`),
      scopes: options.scopes ?? allScopes,
      events: options.events ?? Object.keys(eventScopes),
      commands: options.commands,
      rotatesTokens: options.rotatesTokens ?? false,
    });
    apps.set(id, app);
    const scopes = ["connections:write"];
    tokens.issue({ value: app.appToken, kind: "app", appId: id, teamId: undefined, scopes, expiresAt: undefined });
    return app;
  }

  /** Installs an app without OAuth, with the scopes that it was set up with. */
  install(app: SlackApp, workspace: Workspace, installer?: Person): Installation {
    return this.#parts.installations.install(app, workspace, installer?.id ?? "USLACKBOT", app.scopes);
  }

  /** Takes an app out of a workspace, as an admin does. */
  uninstall(installation: Installation): void {
    this.#parts.installations.uninstall(installation);
  }

  /** Makes the tokens of an installation worthless, and tells the app so. */
  revoke(installation: Installation): void {
    this.#parts.installations.revoke(installation);
  }

  addPerson(name: string, options: PersonOptions = {}): Person {
    const { workspace = this.workspace, isOwner = false } = options;
    const id = this.#parts.world.ids.next("U");
    const account = {
      id,
      teamId: workspace.id,
      name,
      realName: options.realName ?? name,
      email: `${name}@example.com`,
      timeZone: options.timeZone ?? "Etc/UTC",
      isAdmin: options.isAdmin ?? isOwner,
      isOwner,
      botId: undefined,
      appId: undefined,
    };
    workspace.accounts.set(id, account);
    return new Person(account, this.#parts);
  }

  addChannel(name: string, options: ChannelOptions = {}): Channel {
    const { workspace = this.workspace, isPrivate = false, sharedWith = [] } = options;
    const { ids, clock } = this.#parts.world;
    const workspaces = [workspace, ...sharedWith];
    const members = options.members?.map(({ id }) => id) ?? workspaces.flatMap(({ accounts }) => [...accounts.keys()]);
    const channel = new Channel({
      id: ids.next("C"),
      teamId: workspace.id,
      name,
      kind: isPrivate ? "private" : "public",
      creatorId: members[0] ?? "USLACKBOT",
      members,
      createdAt: clock.now(),
      sharedWith: sharedWith.map(({ id }) => id),
    });
    for (const each of workspaces) each.channels.set(channel.id, channel);
    return channel;
  }

  /** Makes a user group that can be mentioned by its handle. Its id is returned. */
  addUsergroup(handle: string, workspace: Workspace = this.workspace): string {
    const id = this.#parts.world.ids.next("S");
    workspace.usergroups.set(handle, id);
    return id;
  }

  /** Adds the preview of a link to a message, as Slack does a moment after it was posted: its text does not change. */
  unfurl(message: Message, link: string, title = "A page"): void {
    const { text, blocks, attachments, metadata } = message.content;
    const preview = { from_url: link, original_url: link, id: attachments.length + 1, fallback: title, title };
    const wording = { text, blocks, attachments: [...attachments, preview], metadata };
    this.#parts.conversations.revise(this.#parts.world.channel(message.channelId), message, wording, false);
  }

  /**
   * Moves an app from Socket Mode to a request URL for events, commands and clicks, if the URL answers the challenge;
   * false, and nothing changes, when it does not (docs, "url_verification").
   */
  async useRequestUrl(url: string, app: SlackApp = this.app): Promise<boolean> {
    const challenge = this.#parts.world.ids.secret("challenge-");
    const body = JSON.stringify({ token: app.verificationToken, challenge, type: "url_verification" });
    const answer = await this.#parts.requestUrl.send(app, url, { body });
    const echoed = fieldOf(parseJson(answer.body), "challenge") ?? answer.body;
    const isVerified = answer.status === 200 && echoed === challenge;
    if (isVerified) app.requestUrl = url;
    return isVerified;
  }

  /**
   * Posts any request to an app's request URL: with a wrong signature, an old time stamp, a strange content type.
   * @throws Error when the app has no request URL, or no answer comes.
   */
  post(request: RawRequest, app: SlackApp = this.app): Promise<PostAnswer> {
    if (app.requestUrl === undefined) return Promise.reject(new Error(`${app.name} has no request URL.`));
    return this.#parts.requestUrl.send(app, app.requestUrl, request);
  }

  /**
   * A person agrees to what an authorisation URL of the bot asks for. Returns where the browser goes next, with the code.
   * @throws Error when the URL names no app of this server.
   */
  authorize(url: string, person: Person): URL {
    return this.#parts.consent.agree(new URL(url), person.id, person.account.teamId);
  }

  /** A person declines; returns where the browser goes next, with the error. */
  decline(url: string): URL {
    return this.#parts.consent.decline(new URL(url));
  }

  /** Ends the server with every socket, request and timer of its. Calling it again waits for the same end. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    await this.#parts.hub.close();
    this.#parts.streams.dispose();
    this.#parts.world.dispose();
    const closed = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    this.#http.closeAllConnections();
    await closed;
  }
}

/** Every scope that a method or an event of this server asks for. */
const allScopes: readonly string[] = [
  ...new Set([
    ...[...methodTable.values()].filter(({ by }) => by === "bot").flatMap(({ scopes }) => scopes),
    ...Object.values(eventScopes).flat(),
    "commands",
  ]),
].filter((scope) => scope !== "chat:write.public");

/** Who agrees when a browser comes to the authorisation page: the first admin, or the first person. */
function firstPersonOf({ world }: ServerParts): readonly [string, string] {
  const people = [...world.workspaces.values()].flatMap(({ accounts }) => [...accounts.values()]);
  const person = people.find(({ isAdmin }) => isAdmin) ?? people.find(({ botId }) => botId === undefined);
  if (person === undefined) throw new Error("Nobody is here who could agree; add a person first.");
  return [person.id, person.teamId];
}

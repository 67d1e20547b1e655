import type { Logger } from "@keyturn/core";
import { slackScopes } from "../slack-needs.ts";
import { slackErrorOf } from "../slack-failure.ts";
import { type Page, showPage, startAgain } from "./install-pages.ts";
import { type Installation, workspaceName } from "./installation.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { OAuthState, StateCheck } from "./oauth-state.ts";

/** How long the browser keeps what it is known by, in seconds: as long as somebody may take to agree. */
const cookieSeconds = 600;

/** The parts that a desk is made of. */
export interface InstallDeskParts {
  readonly client: OAuthClient;
  readonly state: OAuthState;
  readonly clientId: string;
  /** Where the Web API is; Slack's pages are on the same host. */
  readonly apiUrl: string;
  /** Where Slack sends the browser back; undefined leaves that to the app's settings. */
  readonly redirectUrl: string | undefined;
  /** The only workspaces that may install the app; undefined lets every one. */
  readonly workspaces: readonly string[] | undefined;
  /** Takes the installation in; resolves when it is kept. @throws StoreError */
  readonly install: (installation: Installation) => Promise<void>;
  readonly log: Logger;
}

/** The two pages by which a workspace gets the app: one leads to Slack, and Slack leads back to the other. */
export class InstallDesk {
  readonly #parts: InstallDeskParts;
  readonly #cookieName: string;

  constructor(parts: InstallDeskParts) {
    this.#parts = parts;
    this.#cookieName = isSecure(parts.redirectUrl) ? "__Host-keyturn-slack" : "keyturn-slack";
  }

  /** Answers a browser; undefined where there is no such page. */
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname, searchParams } = new URL(request.url);
    const page = pathname.split("/").at(-1);
    if (request.method !== "GET") return undefined;
    if (page === "install") return this.#begin(request);
    if (page === "oauth_redirect") return showPage(await this.#end(request, searchParams));
    return undefined;
  }

  #begin(request: Request): Response {
    const { state, clientId, apiUrl, redirectUrl } = this.#parts;
    const browser = state.browserOf(this.#browserIn(request));
    const address = new URL("/oauth/v2/authorize", apiUrl);
    address.searchParams.set("client_id", clientId);
    address.searchParams.set("scope", Object.keys(slackScopes).join(","));
    address.searchParams.set("state", state.issue(browser));
    if (redirectUrl !== undefined) address.searchParams.set("redirect_uri", redirectUrl);
    const security = isSecure(redirectUrl) ? "; Secure" : "";
    const cookie = `${this.#cookieName}=${browser}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${security}`;
    const text = "Slack shows what the bot may do, and asks whether you agree. You can take it away again at any time.";
    return showPage(
      { status: 200, title: "Add the bot to your Slack workspace", text, link: [address.href, "Go on to Slack"] },
      cookie,
    );
  }

  async #end(request: Request, query: URLSearchParams): Promise<Page> {
    const { state, log } = this.#parts;
    const check = state.use(query.get("state") ?? "", this.#browserIn(request));
    if (check !== "good") return refusedState(check);
    const code = query.get("code") ?? "";
    if (code === "") return nothingAdded;
    try {
      return await this.#redeem(code);
    } catch (error) {
      const slackError = slackErrorOf(error);
      log.error({ err: error, slackError }, "The installation of the app in a Slack workspace failed.");
      return slackError === undefined ? unanswered : refusedCode;
    }
  }

  async #redeem(code: string): Promise<Page> {
    const { client, redirectUrl, workspaces, install, log, apiUrl } = this.#parts;
    const grant = await client.exchange(code, redirectUrl);
    if (grant.kind === "organisation") return wholeOrganisation;
    const { installation } = grant;
    const { teamId, teamName, appId } = installation;
    if (workspaces !== undefined && !workspaces.includes(teamId)) {
      log.warn({ teamId }, "A Slack workspace that is not on the list wanted to install the app; it was refused.");
      await client.revoke(installation.token).catch(() => undefined);
      return notInvited;
    }
    await install(installation);
    log.info({ teamId }, `The app was installed in the Slack workspace ${workspaceName(installation)}.`);
    const address = new URL("/app_redirect", apiUrl);
    address.searchParams.set("app", appId);
    address.searchParams.set("team", teamId);
    const text = `The bot is in ${teamName} now. Write to it, or invite it into a channel and mention it there.`;
    return { status: 200, title: "Done", text, link: [address.href, "Open Slack"] };
  }

  #browserIn(request: Request): string | undefined {
    const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
    return pairs.find(([name]) => name === this.#cookieName)?.[1];
  }
}

function isSecure(redirectUrl: string | undefined): boolean {
  return redirectUrl?.startsWith("https:") === true;
}

function refusedState(check: Exclude<StateCheck, "good">): Page {
  const texts = {
    used: "This link was used already. Look in Slack whether the bot is there.",
    old: "That took more than ten minutes, and the link ran out.",
    stranger: "This link was made for another browser. Begin and end in the same one, with cookies allowed.",
  };
  return { status: 400, title: "Nothing was added", text: texts[check], link: startAgain };
}

const nothingAdded: Page = {
  status: 200,
  title: "Nothing was added",
  text: "You did not agree, and that is fine. The bot is in no further workspace.",
  link: startAgain,
};

const unanswered: Page = {
  status: 502,
  title: "That did not work",
  text: "Slack did not answer, or the bot could not keep what it answered. Try again in a minute.",
  link: startAgain,
};

const refusedCode: Page = {
  status: 400,
  title: "That did not work",
  text: "Slack did not confirm that you agreed. Try again; if it stays so, whoever runs the bot finds the cause in its log.",
  link: startAgain,
};

const wholeOrganisation: Page = {
  status: 400,
  title: "Install the bot in one workspace",
  text: "It was installed for a whole organisation, which this bot cannot serve. Remove it there, and install it in a workspace of the organisation.",
  link: startAgain,
};

const notInvited: Page = {
  status: 403,
  title: "Nothing was added",
  text: "This bot is for certain workspaces, and yours is not one of them. Ask whoever runs it.",
};

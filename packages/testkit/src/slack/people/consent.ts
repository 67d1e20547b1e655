import type { AuthorizationCodes } from "../interactions/authorization-codes.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** Slack's page on which a person agrees to install an app, or does not. */
export class Consent {
  readonly #world: SlackWorld;
  readonly #codes: AuthorizationCodes;

  constructor(world: SlackWorld, codes: AuthorizationCodes) {
    this.#world = world;
    this.#codes = codes;
  }

  /**
   * Agrees to what a URL of `/oauth/v2/authorize` asks for. The URL that it returns is where the browser goes next, with
   * the code and the state; nobody has gone there yet.
   * @throws Error when the URL names no app or no place to go to.
   */
  agree(url: URL, userId: string, teamId: string): URL {
    const app = this.#appOf(url);
    const redirect = this.#redirectOf(url);
    const scopes = (url.searchParams.get("scope") ?? "").split(",").filter((scope) => scope !== "");
    const redirectUri = url.searchParams.get("redirect_uri") ?? undefined;
    const code = this.#codes.issue({ appId: app, teamId, userId, scopes, redirectUri });
    redirect.searchParams.set("code", code);
    return redirect;
  }

  /**
   * Declines.
   * @throws Error as `agree` does.
   */
  decline(url: URL): URL {
    this.#appOf(url);
    const redirect = this.#redirectOf(url);
    redirect.searchParams.set("error", "access_denied");
    return redirect;
  }

  #appOf(url: URL): string {
    const clientId = url.searchParams.get("client_id");
    const app = [...this.#world.apps.values()].find((candidate) => candidate.clientId === clientId);
    if (app === undefined) throw new Error(`There is no app with the client_id ${clientId}.`);
    return app.id;
  }

  #redirectOf(url: URL): URL {
    const redirectUri = url.searchParams.get("redirect_uri");
    if (redirectUri === null) throw new Error("The URL has no redirect_uri.");
    const redirect = new URL(redirectUri);
    const state = url.searchParams.get("state");
    if (state !== null) redirect.searchParams.set("state", state);
    return redirect;
  }
}

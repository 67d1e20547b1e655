import { type Clock, SystemClock } from "@keyturn/core";
import { NotWellError, type ServiceFinding, lookAtService } from "@keyturn/core/channel-kit";
import type { SlackOAuthSettings } from "../installations/oauth-options.ts";
import { slackDefaults } from "../slack-options.ts";
import { checkClock } from "./check-clock.ts";
import { trySocket } from "./check-socket.ts";
import { LookUp } from "./look-up.ts";

/** What is looked at where workspaces install the app. */
export interface InstallingExamination {
  readonly oauth: Omit<SlackOAuthSettings, "encryptionKeys">;
  readonly appToken?: string | undefined;
  readonly apiUrl?: string | undefined;
  /** Whether the bot runs. */
  readonly isRunning: boolean;
  /** Where Slack sends to in HTTP mode. @throws ConfigurationError when there is no such address. */
  readonly address: () => string;
  /** @default the machine's */
  readonly clock?: Clock | undefined;
}

/**
 * Looks at what an app needs that workspaces install. What each of them granted is known to the bot that runs alone. No secret
 * is in what it says.
 */
export async function examineInstalling(examination: InstallingExamination): Promise<readonly ServiceFinding[]> {
  const { oauth, appToken = "", isRunning, address, clock = new SystemClock() } = examination;
  const lookUp = new LookUp({ apiUrl: examination.apiUrl ?? slackDefaults.apiUrl, botToken: undefined }, clock);
  const way =
    appToken === ""
      ? lookAtService("address", () => `Slack is to send to ${address()}`)
      : lookAtService("socket", async () => trySocket(await lookUp.socketUrl(appToken), isRunning, clock));
  return [
    await lookAtService("client", () => checkClient(lookUp, oauth)),
    await way,
    await lookAtService("installation", () => describeInstallation(oauth.redirectUrl)),
    await lookAtService("clock", () => checkClock(lookUp.clockAheadMilliseconds)),
  ];
}

async function checkClient(
  lookUp: LookUp,
  { clientId, clientSecret }: Pick<SlackOAuthSettings, "clientId" | "clientSecret">,
): Promise<string> {
  const answer = await lookUp.clientAnswer(clientId, clientSecret);
  if (answer === "invalid_code") return "Slack takes the client id and the client secret";
  const wrong = answer === "bad_client_secret" ? "client secret" : "client id";
  throw new NotWellError(
    `Slack does not take the ${wrong} (${answer}). Copy it anew: it is under "Basic Information", "App Credentials".`,
  );
}

function describeInstallation(redirectUrl: string | undefined): string {
  if (redirectUrl === undefined || !redirectUrl.startsWith("https:")) {
    throw new NotWellError(
      "Slack leads browsers back to https addresses alone. Set publicUrl (KEYTURN_PUBLIC_URL) to the one of this bot, in Socket " +
        "Mode too.",
    );
  }
  const page = new URL("install", redirectUrl).href;
  return `workspaces install the app at ${page}; ${redirectUrl} is to stand under "OAuth & Permissions", "Redirect URLs"`;
}

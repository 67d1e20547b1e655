import type { Clock } from "@keyturn/core";
import { NotWellError } from "@keyturn/core/channel-kit";
import type { SlackOptions } from "../slack-options.ts";
import { SocketLink } from "../socket-link.ts";
import { reasonOf } from "../socket-trouble.ts";
import type { FoundAccount, LookUp } from "./look-up.ts";

/** What the app's token is compared with. */
export interface WantedSocket {
  readonly options: SlackOptions;
  readonly account: FoundAccount;
  /** Whether the bot runs: it has sockets of its own, and no event is to come to another one. */
  readonly isRunning: boolean;
  readonly clock: Clock;
}

/** @throws NotWellError when no socket can be had, or it would be another app's. */
export async function checkSocket(lookUp: LookUp, wanted: WantedSocket): Promise<string> {
  const { options, account, isRunning, clock } = wanted;
  const { appToken = "", signingSecret } = options;
  const url = await lookUp.socketUrl(appToken);
  const [ofAppToken, ofBotToken] = [appIdIn(appToken), await lookUp.appIdOf(account)];
  if (ofAppToken !== undefined && ofBotToken !== undefined && ofAppToken !== ofBotToken) {
    throw new NotWellError(
      `The app token is of the app ${ofAppToken}, and the bot token of ${ofBotToken}: take both from one app.`,
    );
  }
  const said = await trySocket(url, isRunning, clock);
  return signingSecret === undefined ? said : `${said}; the signing secret is not used in Socket Mode`;
}

/** @param isRunning whether the bot runs: then Slack is not asked to greet. @throws NotWellError when Slack does not greet */
export async function trySocket(url: string, isRunning: boolean, clock: Clock): Promise<string> {
  if (isRunning) return "Slack gives one; the bot that runs here has its own";
  await tryOut(url, clock);
  return "Slack has greeted one";
}

/** Opens a socket and leaves it at once. An event that comes to it meanwhile is not acknowledged, so Slack sends it again. */
async function tryOut(url: string, clock: Clock): Promise<void> {
  const ignore = (): void => undefined;
  try {
    const link = await SocketLink.open(
      url,
      { clock, onEnvelope: ignore, onLife: ignore },
      new AbortController().signal,
    );
    link.close();
  } catch (error) {
    throw new NotWellError(reasonOf(error), { cause: error });
  }
}

/** The app in an app token, `xapp-1-A0123456789-…`; undefined in one of another form. */
function appIdIn(appToken: string): string | undefined {
  return /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken)?.[1];
}

import type { Clock } from "@keyturn/core";
import type { webApi } from "@slack/bolt";
import { CallBudget } from "./call-budget.ts";
import { CallLanes } from "./call-lanes.ts";
import type { Bolt } from "./load-bolt.ts";
import { quietLogger } from "./quiet-logger.ts";
import { type ApiCaller, SlackApi, callMilliseconds } from "./slack-api.ts";
import type { TokenSource } from "./token-source.ts";

/** The way to Slack for one workspace: its own lanes and its own count of Slack's rates, which are per workspace. */
export interface WorkspaceAccess {
  readonly api: SlackApi;
  readonly lanes: CallLanes;
  readonly budget: CallBudget;
  readonly tokens: TokenSource;
}

/** Opens the way to Slack for one workspace. */
export function openAccess(
  bolt: Bolt,
  { apiUrl, clock, tokens }: { readonly apiUrl: string; readonly clock: Clock; readonly tokens: TokenSource },
): WorkspaceAccess {
  const lanes = new CallLanes(clock);
  const budget = new CallBudget(clock);
  let opened: webApi.WebClient | undefined;
  // Made for the first call: of many workspaces most are quiet.
  const client: ApiCaller = {
    apiCall(method, args) {
      opened ??= new bolt.WebClient(undefined, clientOptionsOf(bolt, apiUrl));
      return opened.apiCall(method, args);
    },
  };
  return { api: new SlackApi({ client, lanes, budget, clock, tokens }), lanes, budget, tokens };
}

/** How Slack's client is used: it repeats nothing by itself, and holds nothing up. */
export function clientOptionsOf(bolt: Bolt, apiUrl: string): webApi.WebClientOptions {
  return {
    slackApiUrl: apiUrl,
    // A call whose answer got lost may have been carried out: whether it is made again is for the core to say.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: callMilliseconds,
    logger: quietLogger(bolt.LogLevel.ERROR),
  };
}

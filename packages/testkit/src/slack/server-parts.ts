import { type Clock, SystemClock } from "@keyturn/core";
import { Conversations } from "./activity/conversations.ts";
import { Directs } from "./activity/directs.ts";
import { Installations } from "./activity/installations.ts";
import { Streams } from "./activity/streams.ts";
import { type RateLimitOptions, RateLimits } from "./api/rate-limits.ts";
import { WebApi } from "./api/web-api.ts";
import { EventBroadcast } from "./delivery/event-broadcast.ts";
import { PostOffice } from "./delivery/post-office.ts";
import { RequestUrl } from "./delivery/request-url.ts";
import { SocketHub } from "./delivery/socket-hub.ts";
import { FaultPlan, Faults } from "./faults/faults.ts";
import { AuthorizationCodes } from "./interactions/authorization-codes.ts";
import { FileShelf } from "./interactions/file-shelf.ts";
import { ResponseUrls } from "./interactions/response-urls.ts";
import { ViewBook } from "./interactions/view-book.ts";
import { Notices } from "../notices.ts";
import { Consent } from "./people/consent.ts";
import { Interactivity } from "./people/interactivity.ts";
import { SlackWorld } from "./world/slack-world.ts";

/** How a server behaves. */
export interface SlackServerOptions {
  /**
   * Time by which streams, tokens, triggers, retries and rate limits end; a manual one makes them end when the test says so.
   * @default the machine's clock
   */
  readonly clock?: Clock | undefined;
  /**
   * Whether calls above Slack's rate limits are refused.
   * @default false
   */
  readonly rateLimits?: boolean | RateLimitOptions | undefined;
}

/** The parts of a server, joined. */
export interface ServerParts {
  readonly world: SlackWorld;
  readonly hub: SocketHub;
  readonly office: PostOffice;
  readonly requestUrl: RequestUrl;
  readonly broadcast: EventBroadcast;
  readonly conversations: Conversations;
  readonly directs: Directs;
  readonly installations: Installations;
  readonly streams: Streams;
  readonly files: FileShelf;
  readonly views: ViewBook;
  readonly responseUrls: ResponseUrls;
  readonly interactivity: Interactivity;
  readonly consent: Consent;
  readonly webApi: WebApi;
  readonly faults: Faults;
  /** Where a scripted fault sends the next download. */
  readonly takeRedirect: () => string | undefined;
}

/** Joins the parts of a server. */
export function composeServer(options: SlackServerOptions, closed: AbortSignal): ServerParts {
  const clock = options.clock ?? new SystemClock();
  const world = new SlackWorld(clock, new Notices());
  const plan = new FaultPlan();
  const hub = new SocketHub(world, plan);
  const requestUrl = new RequestUrl(clock, closed);
  const office = new PostOffice(world, hub, requestUrl, plan, closed);
  const broadcast = new EventBroadcast(world, office);
  const conversations = new Conversations(world, broadcast);
  const directs = new Directs(world);
  const installations = new Installations(world, broadcast);
  const streams = new Streams(world, conversations);
  const files = new FileShelf(world);
  const views = new ViewBook(world);
  const codes = new AuthorizationCodes(world);
  const responseUrls = new ResponseUrls(world, conversations);
  const context = { world, conversations, directs, installations, streams, hub, files, views, codes };
  return {
    ...context,
    office,
    requestUrl,
    broadcast,
    responseUrls,
    interactivity: new Interactivity(world, office, responseUrls, views),
    consent: new Consent(world, codes),
    webApi: new WebApi(context, (call) => plan.methods.take(call), limitsOf(options, clock)),
    takeRedirect: () => plan.redirects.shift(),
    faults: new Faults(plan, { world, hub, office, streams }),
  };
}

function limitsOf({ rateLimits = false }: SlackServerOptions, clock: Clock): RateLimits | undefined {
  if (rateLimits === false) return undefined;
  return new RateLimits(clock, rateLimits === true ? {} : rateLimits);
}

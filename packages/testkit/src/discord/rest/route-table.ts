import { type Route, matchPath } from "./route.ts";
import { applicationRoutes } from "./routes/applications.ts";
import { channelRoutes } from "./routes/channels.ts";
import { commandRoutes } from "./routes/commands.ts";
import { guildRoutes } from "./routes/guilds.ts";
import { interactionRoutes } from "./routes/interactions.ts";
import { messageRoutes } from "./routes/messages.ts";
import { reactionRoutes } from "./routes/reactions.ts";

/** Every route of the server. Where two fit, the first wins: `@me` stands before `{user_id}`. */
export const routeTable: readonly Route[] = [
  ...applicationRoutes,
  ...guildRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...reactionRoutes,
  ...commandRoutes,
  ...interactionRoutes,
];

/** A route that fits, and the values in the path. */
export interface RouteMatch {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The route of a request, if there is one. */
export function findRoute(method: string, path: string): RouteMatch | undefined {
  for (const route of routeTable) {
    const parameters = route.method === method ? matchPath(route.path, path) : undefined;
    if (parameters !== undefined) return { route, parameters };
  }
  return undefined;
}

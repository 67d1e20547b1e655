/** HTTP API, live events, web chat and dashboard of Keyturn. */

export { type Gateway, createGateway } from "./gateway.ts";
export type { GatewayLimits, GatewayOptions } from "./gateway-options.ts";
export type { TokenSource } from "./guard/authenticator.ts";
export {
  type WebChat,
  type WebChatInput,
  type WebChatListener,
  type WebChatPiece,
  type WebChatRecall,
  createWebChat,
} from "./webchat/web-chat.ts";

import {
  type InboundMessage,
  type OutboundPiece,
  type Plugin,
  type RecallRequest,
  type SessionId,
  type SessionKey,
  definePlugin,
} from "@keyturn/core";

/** A piece of an answer for whoever has the conversation open. */
export interface WebChatPiece {
  readonly type: "webchat.message";
  readonly sessionId: SessionId | undefined;
  readonly conversation: string;
  readonly runId: string | undefined;
  /** The same id is the same piece. */
  readonly deliveryId: string;
  readonly kind: OutboundPiece["kind"];
  readonly text: string;
  readonly piece: number;
  readonly pieces: number;
}

/** A piece that is to be taken off the page. */
export interface WebChatRecall {
  readonly type: "webchat.recall";
  readonly sessionId: string;
  readonly conversation: string;
  readonly deliveryId: string;
}

/** Is told of what the web chat shows, in order. A throw is the channel's: the piece then counts as not sent. */
export type WebChatListener = (event: WebChatPiece | WebChatRecall) => void;

/** A message of the web chat, as its page writes it. */
export interface WebChatInput {
  readonly conversation: string;
  readonly text: string;
  readonly sender: InboundMessage["sender"];
  /** Unique in its conversation: the same id twice is the same message. */
  readonly messageId: string;
}

/** The web chat: a channel whose service is the gateway itself. */
export interface WebChat {
  /** Give it to the bot. */
  readonly plugin: Plugin;
  /** Is told of every piece; the returned function ends it. */
  subscribe(listener: WebChatListener): () => void;
  /** The message as the bot takes it. */
  toMessage(input: WebChatInput): InboundMessage;
}

/** The channel's name, and the adapter of its session keys. */
export const webChatName = "webchat";

/** There is one web chat per bot, so its account needs no name of its own. */
const account = "web";

/** The account of visitors' conversations: whatever an operator calls a conversation, it is none of these. */
export const visitorAccount = "visitors";

/**
 * Makes the web chat. Whoever has the page open gets each piece at once; whoever opens it later finds it in the
 * transcript, so a piece counts as delivered when it was handed over, whether or not anybody listened.
 */
export function createWebChat(): WebChat {
  const listeners = new Set<WebChatListener>();
  const tell: WebChatListener = (event) => {
    for (const listener of listeners) listener(event);
  };
  const plugin = definePlugin({
    name: webChatName,
    version: "1.0.0",
    setup(context) {
      context.channel({
        name: webChatName,
        assurance: "idempotent",
        async send(piece) {
          tell(describePiece(piece));
          return { platformMessageId: piece.idempotencyKey };
        },
        async recall(request) {
          tell(describeRecall(request));
        },
      });
    },
  });
  return {
    plugin,
    subscribe(listener) {
      // A wrapper of its own, so that the same function subscribed twice is told twice and removed once.
      const entry: WebChatListener = (event) => listener(event);
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    toMessage: ({ conversation, text, sender, messageId }) => ({
      key: keyOf(conversation),
      platformMessageId: messageId,
      sender,
      isDirect: true,
      text,
    }),
  };
}

function keyOf(conversation: string): SessionKey {
  return { adapter: webChatName, account, place: conversation };
}

function describePiece({
  sessionId,
  key,
  runId,
  idempotencyKey,
  kind,
  text,
  piece,
  pieces,
}: OutboundPiece): WebChatPiece {
  const conversation = key.place;
  return {
    type: "webchat.message",
    sessionId,
    conversation,
    runId,
    deliveryId: idempotencyKey,
    kind,
    text,
    piece,
    pieces,
  };
}

function describeRecall({ sessionId, key, idempotencyKey }: RecallRequest): WebChatRecall {
  return { type: "webchat.recall", sessionId, conversation: key.place, deliveryId: idempotencyKey };
}

import { DeliveryError } from "@keyturn/core";
import { DiscordAPIError, HTTPError, RESTJSONErrorCodes, RateLimitError } from "discord.js";

/** What operators are told of the errors that they can do something about. */
const known: ReadonlyMap<number | string, string> = new Map<number | string, string>([
  [RESTJSONErrorCodes.UnknownChannel, "The channel is gone."],
  [RESTJSONErrorCodes.UnknownMessage, "The message is gone."],
  [RESTJSONErrorCodes.MissingAccess, "The bot may not see the channel: give it View Channel there."],
  [
    RESTJSONErrorCodes.MissingPermissions,
    "The bot may not do that in the channel: give it Send Messages, Send Messages in Threads and Create Public Threads.",
  ],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser, "The person takes no direct messages of the bot."],
  [RESTJSONErrorCodes.CannotSendAnEmptyMessage, "Discord takes no empty message."],
  [RESTJSONErrorCodes.InvalidFormBodyOrContentType, "Discord does not take the message as it is."],
  [RESTJSONErrorCodes.ThreadLocked, "The thread is locked: a moderator has to unlock it."],
]);

/** The code of Discord's that a failed call has; undefined where it did not come to an answer. */
export function discordCodeOf(error: unknown): number | string | undefined {
  const cause = error instanceof DeliveryError ? error.cause : error;
  return cause instanceof DiscordAPIError ? cause.code : undefined;
}

/** Whether the message, or channel, that a call was about is not there any more. */
export function isGone(error: unknown): boolean {
  const code = discordCodeOf(error);
  return code === RESTJSONErrorCodes.UnknownMessage || code === RESTJSONErrorCodes.UnknownChannel;
}

/** An error of the REST client, as the delivery understands it. Texts of the client may hold URLs with tokens and are not told. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof RateLimitError) {
    return new DeliveryError("Discord asks to wait.", {
      isRetryable: true,
      retryAfterMilliseconds: error.retryAfter,
      cause: error,
    });
  }
  // Whatever it was can be said once there is another token.
  if (
    error instanceof DiscordAPIError &&
    error.status === 401 &&
    error.code !== RESTJSONErrorCodes.InvalidWebhookToken
  ) {
    return new DeliveryError("Discord does not take the bot's token.", { isRetryable: true, cause: error });
  }
  if (error instanceof DiscordAPIError && error.status < 500) {
    const text = known.get(error.code) ?? `Discord refused it (${error.status}, ${error.code}).`;
    return new DeliveryError(text, { isRetryable: false, cause: error });
  }
  const status = error instanceof HTTPError || error instanceof DiscordAPIError ? ` (${error.status})` : "";
  const text = `Discord did not say whether it has it${status}.`;
  return new DeliveryError(text, { isRetryable: true, isAmbiguous: true, cause: error });
}

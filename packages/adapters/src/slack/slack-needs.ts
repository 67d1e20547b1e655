/**
 * The scopes that the bot's token has to have, each with what it is for. The manifest asks for these and no other;
 * `keyturn doctor slack` compares them with what the token has.
 */
export const slackScopes: Readonly<Record<string, string>> = Object.freeze({
  "app_mentions:read": "to hear of mentions",
  "channels:history": "to hear what is said in public channels that it is in",
  "channels:read": "for keyturn doctor, to say which public channels it is in",
  "chat:write": "to answer",
  commands: "for slash commands",
  "files:read": "to read files that people send it",
  "groups:history": "to hear what is said in private channels that it is in",
  "groups:read": "for keyturn doctor, to say which private channels it is in",
  "im:history": "to hear direct messages",
  "im:write": "to tell people directly what it cannot say where they wrote",
  "mpim:history": "to hear direct messages of several people",
  "reactions:write": "to mark a question that it works on",
  "users:read": "to call people by their names, and to know who is an administrator",
});

/** The events that the app has to subscribe to. */
export const slackEvents: readonly string[] = Object.freeze([
  "app_mention",
  "message.channels",
  "message.groups",
  "message.im",
  "message.mpim",
  // Told at once, so that a workspace that left is not found out by the next answer that fails.
  "app_uninstalled",
  "tokens_revoked",
]);

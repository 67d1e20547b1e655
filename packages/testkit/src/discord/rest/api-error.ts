/**
 * The errors that the server answers with: HTTP status, code and text as Discord documents them (Discord, "Opcodes and
 * Status Codes", JSON Error Codes).
 */
const errors: Readonly<Record<ApiErrorName, readonly [status: number, code: number, message: string]>> = {
  notFound: [404, 0, "404: Not Found"],
  methodNotAllowed: [405, 0, "405: Method Not Allowed"],
  unauthorized: [401, 0, "401: Unauthorized"],
  unknownApplication: [404, 10002, "Unknown Application"],
  unknownChannel: [404, 10003, "Unknown Channel"],
  unknownGuild: [404, 10004, "Unknown Guild"],
  unknownMember: [404, 10007, "Unknown Member"],
  unknownMessage: [404, 10008, "Unknown Message"],
  unknownRole: [404, 10011, "Unknown Role"],
  unknownUser: [404, 10013, "Unknown User"],
  unknownEmoji: [400, 10014, "Unknown Emoji"],
  unknownWebhook: [404, 10015, "Unknown Webhook"],
  unknownInteraction: [404, 10062, "Unknown interaction"],
  unknownCommand: [404, 10063, "Unknown application command"],
  botsOnly: [403, 20002, "Only bots can use this endpoint"],
  tooManyCommandsToday: [400, 30034, "Max number of daily application command creates has been reached (200)"],
  tooManyOldEdits: [429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"],
  requestTooLarge: [413, 40005, "Request entity too large"],
  alreadyAcknowledged: [400, 40060, "Interaction has already been acknowledged."],
  missingAccess: [403, 50001, "Missing Access"],
  notInDirectMessages: [403, 50003, "Cannot execute action on a DM channel"],
  notTheAuthor: [403, 50005, "Cannot edit a message authored by another user"],
  emptyMessage: [400, 50006, "Cannot send an empty message"],
  cannotMessageUser: [403, 50007, "Cannot send messages to this user"],
  notATextChannel: [400, 50008, "Cannot send messages in a non-text channel"],
  missingPermissions: [403, 50013, "Missing Permissions"],
  invalidToken: [401, 50027, "Invalid Webhook Token"],
  invalidFormBody: [400, 50035, "Invalid Form Body"],
  invalidJson: [400, 50109, "The request body contains invalid JSON."],
  threadArchived: [400, 50083, "Thread is archived"],
  noReadHistory: [400, 160002, "Cannot reply without permission to read message history"],
  threadExists: [400, 160004, "A thread has already been created for this message"],
  threadLocked: [400, 160005, "Thread is locked"],
};

/** The name of an error that the server knows. */
export type ApiErrorName =
  | "notFound"
  | "methodNotAllowed"
  | "unauthorized"
  | "unknownApplication"
  | "unknownChannel"
  | "unknownGuild"
  | "unknownMember"
  | "unknownMessage"
  | "unknownRole"
  | "unknownUser"
  | "unknownEmoji"
  | "unknownWebhook"
  | "unknownInteraction"
  | "unknownCommand"
  | "botsOnly"
  | "tooManyCommandsToday"
  | "tooManyOldEdits"
  | "requestTooLarge"
  | "alreadyAcknowledged"
  | "missingAccess"
  | "notInDirectMessages"
  | "notTheAuthor"
  | "emptyMessage"
  | "cannotMessageUser"
  | "notATextChannel"
  | "missingPermissions"
  | "invalidToken"
  | "invalidFormBody"
  | "invalidJson"
  | "threadArchived"
  | "noReadHistory"
  | "threadExists"
  | "threadLocked";

/** What is wrong with one field of a body, as Discord writes it. */
export interface FieldError {
  /** The path, such as `["content"]` or `["embeds", "0", "title"]`. */
  readonly path: readonly string[];
  /** Discord's name of it, such as `BASE_TYPE_MAX_LENGTH`. */
  readonly code: string;
  readonly message: string;
}

/** An answer that says no. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Discord's own code. */
  readonly code: number;
  readonly fields: readonly FieldError[];

  constructor(name: ApiErrorName, fields: readonly FieldError[] = []) {
    const [status, code, message] = errors[name];
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.fields = fields;
  }

  /** The body of the answer. */
  get body(): object {
    const body = { message: this.message, code: this.code };
    return this.fields.length === 0 ? body : { ...body, errors: nest(this.fields) };
  }
}

/** An answer 50035 about one field. */
export function invalidField(path: readonly string[], code: string, message: string): ApiError {
  return new ApiError("invalidFormBody", [{ path, code, message }]);
}

interface ErrorTree {
  [name: string]: ErrorTree | { readonly code: string; readonly message: string }[];
}

function nest(fields: readonly FieldError[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { path, code, message } of fields) {
    let place = root;
    for (const name of path) {
      const next = place[name];
      const child: ErrorTree = next === undefined || Array.isArray(next) ? {} : next;
      place[name] = child;
      place = child;
    }
    const others = place["_errors"];
    place["_errors"] = [...(Array.isArray(others) ? others : []), { code, message }];
  }
  return root;
}

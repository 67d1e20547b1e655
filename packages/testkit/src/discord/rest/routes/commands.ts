import type { APIApplicationCommand } from "discord-api-types/v10";
import { ApplicationCommandType } from "discord-api-types/v10";
import type { World } from "../../world/world.ts";
import { ApiError, invalidField } from "../api-error.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, noContent, ok } from "../route.ts";

/** Commands that an application may create per day and guild, or globally (Discord, "Application Commands"). */
const createsPerDay = 200;

/** How many commands of each type there may be: chat input, user, message (Discord, "Application Commands"). */
const mostOfType: Readonly<Record<number, number>> = { 1: 100, 2: 15, 3: 15 };

/** What a command is registered with; ids and version are the server's. */
type CommandBody = Partial<APIApplicationCommand> & Pick<APIApplicationCommand, "name">;

const globally = "/applications/{application_id}/commands";
const inGuild = "/applications/{application_id}/guilds/{guild_id}/commands";

/** Registered commands, global and per guild. */
export const commandRoutes: readonly Route[] = [globally, inGuild].flatMap((path): readonly Route[] => [
  { method: "GET", path, handle: listCommands },
  { method: "PUT", path, handle: replaceCommands },
  { method: "POST", path, handle: createCommand },
  { method: "GET", path: `${path}/{command_id}`, handle: getCommand },
  { method: "PATCH", path: `${path}/{command_id}`, handle: updateCommand },
  { method: "DELETE", path: `${path}/{command_id}`, handle: removeCommand },
]);

function bookOf(call: RestCall, { world }: RestScene) {
  if (call.parameter("application_id") !== call.bot.id) throw new ApiError("unknownApplication");
  const guildId = call.parameter("guild_id") || undefined;
  if (guildId !== undefined && world.guilds.get(guildId)?.members.has(call.bot.id) !== true) {
    throw new ApiError("missingAccess");
  }
  return { book: call.bot.commands, guildId };
}

function listCommands(call: RestCall, scene: RestScene) {
  const { book, guildId } = bookOf(call, scene);
  const withAll = call.query("with_localizations") === "true";
  return ok(book.list(guildId).map((command) => (withAll ? command : withoutLocalizations(command))));
}

function getCommand(call: RestCall, scene: RestScene) {
  return ok(find(call, scene));
}

function find(call: RestCall, scene: RestScene): APIApplicationCommand {
  const { book, guildId } = bookOf(call, scene);
  const command = book.find(call.parameter("command_id"), guildId);
  if (command === undefined) throw new ApiError("unknownCommand");
  return command;
}

function replaceCommands(call: RestCall, scene: RestScene) {
  const { book, guildId } = bookOf(call, scene);
  const bodies = Object.values(call.body<CommandBody[]>());
  const names = bodies.map(({ name, type = ApplicationCommandType.ChatInput }) => `${type} ${name}`);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice !== -1) throw duplicateName([String(twice), "name"]);
  for (const [type, most] of Object.entries(mostOfType)) {
    if (names.filter((name) => name.startsWith(`${type} `)).length <= most) continue;
    throw invalidField([], "APPLICATION_COMMAND_TOO_MANY", `Maximum number of application commands reached (${most}).`);
  }
  const before = book.list(guildId);
  const commands = bodies.map((body) => build(body, guildId, call, scene.world));
  countCreates(call, guildId, commands.filter(({ id }) => before.every((one) => one.id !== id)).length);
  for (const { id } of before) book.remove(id);
  for (const command of commands) book.put(command);
  return ok(commands);
}

function createCommand(call: RestCall, scene: RestScene) {
  const { book, guildId } = bookOf(call, scene);
  const command = build(call.body<CommandBody>(), guildId, call, scene.world);
  const isNew = book.find(command.id, guildId) === undefined;
  const ofType = book.list(guildId).filter(({ type }) => type === command.type).length;
  const most = mostOfType[command.type] ?? 1;
  if (isNew && ofType >= most) {
    throw invalidField([], "APPLICATION_COMMAND_TOO_MANY", `Maximum number of application commands reached (${most}).`);
  }
  if (isNew) countCreates(call, guildId, 1);
  book.put(command);
  return { status: isNew ? 201 : 200, body: command };
}

function updateCommand(call: RestCall, scene: RestScene) {
  const { book, guildId } = bookOf(call, scene);
  const command = find(call, scene);
  const body = call.body<Partial<APIApplicationCommand>>();
  const isTaken = book
    .list(guildId)
    .some(({ id, name, type }) => id !== command.id && name === body.name && type === command.type);
  if (isTaken) throw duplicateName(["name"]);
  const changed = { ...command, ...body, version: scene.world.snowflakes.next() };
  book.put(changed);
  return ok(changed);
}

function removeCommand(call: RestCall, scene: RestScene) {
  const { book } = bookOf(call, scene);
  book.remove(find(call, scene).id);
  return noContent;
}

function build(body: CommandBody, guildId: string | undefined, call: RestCall, world: World): APIApplicationCommand {
  const type = body.type ?? ApplicationCommandType.ChatInput;
  const same = call.bot.commands.list(guildId).find((one) => one.name === body.name && one.type === type);
  const command = {
    default_member_permissions: null,
    nsfw: false,
    integration_types: [0],
    ...(guildId === undefined ? { contexts: null, dm_permission: true } : { guild_id: guildId }),
    ...body,
    description: body.description ?? "",
    type,
    name: body.name,
    id: same?.id ?? world.snowflakes.next(),
    application_id: call.bot.id,
  };
  // What did not change keeps its version, so that clients need not fetch it again.
  const isUnchanged = same !== undefined && isSame({ ...same, version: "" }, { ...command, version: "" });
  return { ...command, version: isUnchanged ? same.version : world.snowflakes.next() };
}

function isSame(left: object, right: object): boolean {
  const sorted = (value: object) =>
    JSON.stringify(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)));
  return sorted(left) === sorted(right);
}

function countCreates({ bot }: RestCall, guildId: string | undefined, count: number): void {
  const created = (bot.commands.created.get(guildId ?? "") ?? 0) + count;
  if (created > createsPerDay) throw new ApiError("tooManyCommandsToday");
  bot.commands.created.set(guildId ?? "", created);
}

function duplicateName(path: readonly string[]): ApiError {
  return invalidField(path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique");
}

function withoutLocalizations(command: APIApplicationCommand): object {
  const { name_localizations: _names, description_localizations: _descriptions, ...rest } = command;
  return rest;
}

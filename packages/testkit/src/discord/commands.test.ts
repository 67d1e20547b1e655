import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type Client,
  Events,
  type Interaction as ClientInteraction,
  Locale,
  PermissionFlagsBits,
} from "discord.js";
import { describe, expect, it } from "vitest";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

const reset = { name: "reset", description: "Begin anew" };

function nextInteraction(client: Client): Promise<ClientInteraction> {
  return new Promise((resolve) => client.once(Events.InteractionCreate, resolve));
}

function managerOf({ application }: Client) {
  if (application === null) throw new Error("The client is not logged in.");
  return application.commands;
}

describe("commands on the Discord server", () => {
  it("are made, read, changed and removed, globally and per guild", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, guild } = scene;
    const commands = managerOf(client);
    const made = await commands.create({ ...reset, nameLocalizations: { [Locale.German]: "neu" } });
    const local = await commands.create({ name: "local", description: "Here" }, guild.id);
    await made.edit({ description: "Forget it all" });
    expect(bot.commands.list().map(({ name, description }) => [name, description])).toEqual([
      ["reset", "Forget it all"],
    ]);
    const read = await commands.fetch({ withLocalizations: true });
    expect(read.get(made.id)?.nameLocalizations).toEqual({ de: "neu" });
    expect([...(await commands.fetch({ guildId: guild.id })).values()].map(({ name }) => name)).toEqual(["local"]);
    await local.delete();
    await made.delete();
    expect([bot.commands.list(), bot.commands.list(guild.id)]).toEqual([[], []]);
    await expect(commands.fetch(made.id)).rejects.toMatchObject({ code: 10063 });
    expect(server.violations).toEqual([]);
  });

  it("keep id and version when they are replaced by the same, and go when they are left out", async () => {
    await using scene = await openDiscordScene();
    const { client, bot } = scene;
    const commands = managerOf(client);
    await commands.set([reset, { name: "stop", description: "Stop" }]);
    const [before] = bot.commands.list();
    await commands.set([reset]);
    expect(bot.commands.list()).toEqual([before]);
    await commands.set([{ ...reset, defaultMemberPermissions: PermissionFlagsBits.ManageMessages }]);
    expect(bot.commands.list()).toMatchObject([{ id: before?.id, default_member_permissions: "8192" }]);
    expect(bot.commands.list()[0]?.version).not.toBe(before?.version);
    expect(bot.commands.created.get("")).toBe(2);
  });

  it("are refused where a name comes twice, has capitals, or is another application's", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot } = scene;
    const commands = managerOf(client);
    await expect(commands.set([reset, reset])).rejects.toMatchObject({ code: 50035 });
    await expect(commands.create({ name: "x".repeat(33), description: "too long" })).rejects.toMatchObject({
      code: 50035,
    });
    const other = server.addBot();
    const strange = client.rest.put(`/applications/${other.id}/commands`, { body: [] });
    await expect(strange).rejects.toMatchObject({ code: 10002 });
    expect(bot.commands.list()).toEqual([]);
    expect(server.violations.map(({ kind, route }) => [kind, route])).toEqual([
      ["request", "/applications/{application_id}/commands"],
    ]);
  });

  it("have a limit of new ones a day", async () => {
    await using scene = await openDiscordScene();
    const { client, bot } = scene;
    bot.commands.created.set("", 200);
    await expect(managerOf(client).create(reset)).rejects.toMatchObject({ code: 30034 });
  });

  it("bring subcommands, accounts, channels and files to the client", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    const { Attachment, Channel, Integer, Subcommand, SubcommandGroup, User } = ApplicationCommandOptionType;
    const options = [
      { name: "who", description: "Who", type: User, required: true },
      { name: "where", description: "Where", type: Channel },
      { name: "file", description: "File", type: Attachment },
      { name: "count", description: "Count", type: Integer },
    ] as const;
    const set = { name: "set", description: "Set", type: Subcommand, options } as const;
    const group = { name: "group", description: "Group", type: SubcommandGroup, options: [set] } as const;
    await managerOf(client).create({ name: "admin", description: "Admin", options: [group] });
    const coming = nextInteraction(client);
    const bytes = new TextEncoder().encode("data");
    const file = { name: "a.txt", contentType: "text/plain", bytes };
    const given = { who: ada.id, where: general.id, file, count: 3 };
    ada.runs(general, "admin", { of: bot, subcommand: ["group", "set"], options: given });
    const received = await coming;
    if (!received.isChatInputCommand()) throw new Error("This is no command.");
    const { options: read } = received;
    expect([read.getSubcommandGroup(), read.getSubcommand(), read.getInteger("count")]).toEqual(["group", "set", 3]);
    expect([read.getUser("who")?.username, read.getChannel("where")?.name]).toEqual(["ada", "general"]);
    expect(await (await fetch(read.getAttachment("file")?.url ?? "")).text()).toBe("data");
    expect(server.violations).toEqual([]);
    const use = { of: bot, subcommand: ["group", "set"] as const };
    expect(() => ada.runs(general, "admin", { ...use, options: {} })).toThrow("/admin needs the option who");
    expect(() => ada.runs(general, "admin", { ...use, options: { what: 1 } })).toThrow("/admin has no option what");
    expect(() => ada.runs(general, "other", { of: bot })).toThrow("no command /other");
  });

  it("run from the menu of a message or an account", async () => {
    await using scene = await openDiscordScene();
    const { client, bot, ada, general } = scene;
    const commands = managerOf(client);
    await commands.create({ name: "Explain", type: ApplicationCommandType.Message });
    await commands.create({ name: "Greet", type: ApplicationCommandType.User });
    const explained = nextInteraction(client);
    ada.runsOn(ada.says(general, "E = mc²"), "Explain", { of: bot, channel: general });
    const onMessage = await explained;
    expect(onMessage.isMessageContextMenuCommand() && onMessage.targetMessage.content).toBe("E = mc²");
    const greeted = nextInteraction(client);
    ada.runsOn(ada, "Greet", { of: bot, channel: general });
    const onUser = await greeted;
    expect(onUser.isUserContextMenuCommand() && onUser.targetUser.id).toBe(ada.id);
  });
});

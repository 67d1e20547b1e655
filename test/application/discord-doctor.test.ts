import { writeFile } from "node:fs/promises";
import path from "node:path";
import { DiscordServer } from "@keyturn/testkit/discord";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import { useDiscord } from "./support/discord-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const discord = useDiscord();

/** What `keyturn doctor discord` says. */
async function examine(environment = discord.environment(), settings: object = {}) {
  await writeFile(path.join(stage.folder, "keyturn.config.json"), JSON.stringify({ discord: settings }));
  return stage.run(["doctor", "discord"], { environment });
}

/** Replaces the registered commands, as somebody else's program would. */
async function register(commands: readonly object[]): Promise<void> {
  const { account } = discord.scene;
  await fetch(`${discord.server.url}/v10/applications/${account.id}/commands`, {
    method: "PUT",
    headers: { Authorization: `Bot ${account.token}`, "Content-Type": "application/json" },
    body: JSON.stringify(commands),
  });
}

describe(promises("discord-doctor") + "keyturn doctor discord", () => {
  it("finds everything well, gives the link that invites the bot, and changes nothing", async () => {
    const { account } = discord.scene;
    const { code, output } = await examine();
    expect(output.split("\n")).toEqual([
      "✓ Configuration: keyturn.config.json",
      `✓ Discord token: the bot is keyturn, of the application ${account.id}`,
      `✓ Discord application: https://discord.com/developers/applications/${account.id}/information`,
      "✓ Discord intents: the bot may read message content",
      "✓ Discord gateway: 1 shard is recommended; 1000 of 1000 logins are left today",
      "✓ Discord servers: 1 server, and no permission is missing",
      expect.stringMatching(/^✓ Discord commands: .*\/reset.* not registered: brought in order at the next start$/),
      `✓ Discord invite: https://discord.com/oauth2/authorize?client_id=${account.id}` +
        "&scope=bot+applications.commands&permissions=309237763136",
      "",
    ]);
    expect(code).toBe(0);
    expect(discord.server.requests.map(({ method }) => method)).not.toContain("PUT");
    expect(discord.server.gateway.connections).toEqual([]);
    expect(discord.server.violations).toEqual([]);
  });

  it("is a part of keyturn doctor where Discord is on", async () => {
    const all = await stage.run(["doctor", "--port", "0"], { environment: discord.environment() });
    expect(all.output).toContain("✓ Model: offline/eliza is ready");
    expect(all.output).toContain("✓ Discord token: the bot is keyturn");
    expect(all.code).toBe(0);
    expect((await stage.run(["doctor", "--port", "0"])).output).not.toContain("Discord");
  });

  it("says that Discord is off where there is no token", async () => {
    const { code, output } = await stage.run(["doctor", "discord"]);
    expect(output).toContain("✗ Discord: It is off, for there is no token. Set DISCORD_TOKEN");
    expect(code).toBe(1);
  });

  it("knows no other part", async () => {
    const { code, errors } = await stage.run(["doctor", "slaack"]);
    expect(errors).toContain("Allowed choices are discord, slack");
    expect(code).toBe(2);
  });

  it("says of each bot what it found", async () => {
    const other = discord.server.addBot({ name: "other" });
    const { output } = await examine(discord.environment(), { moreBots: { second: { token: other.token } } });
    expect(output).toContain("✓ Discord token of discord: the bot is keyturn");
    expect(output).toContain("✓ Discord token of second: the bot is other");
    expect(output).toMatch(/^✗ Discord servers of second: The bot is in no server/m);
  });

  it("says which settings do not fit together", async () => {
    const { output } = await examine(discord.environment(), { shards: [0] });
    expect(output).toContain('✗ Discord: "discord" names its shards on Discord, so shardCount has to say');
  });

  it("says what is wrong where Discord does not take the token, and ends there", async () => {
    const { code, output } = await examine(discord.environment("MTIz.wrong.canary-5f0a"));
    expect(output).toMatch(/^✗ Discord token: Discord does not take the bot's token\. Reset it .*set DISCORD_TOKEN/m);
    expect(output.match(/Discord \w+:/g)).toEqual(["Discord token:"]);
    expect(output).not.toContain("canary");
    expect(code).toBe(1);
  });

  it("says where no Discord answers", async () => {
    const closed = await examine({ ...discord.environment(), DISCORD_API_URL: "http://127.0.0.1:1/api" });
    expect(closed.output).toMatch(
      /✗ Discord token: .* at http:\/\/127\.0\.0\.1:1\/api is not reached \(ECONNREFUSED\)/,
    );
    const wrong = await examine({ ...discord.environment(), DISCORD_API_URL: `${stage.model.url}/nothing` });
    expect(wrong.output).toMatch(/✗ Discord token: What answers at .* is not Discord's API\. Mend DISCORD_API_URL/);
  });

  it("says when Discord is in trouble, or asks to wait", async () => {
    discord.server.faults.next({ route: "/users/@me", kind: "status", status: 502 });
    expect((await examine()).output).toContain("is in trouble (HTTP 502). Look at https://discordstatus.com");
    discord.server.faults.next({ route: "/users/@me", kind: "rateLimit", retryAfter: 7 });
    expect((await examine()).output).toMatch(/✗ Discord token: Discord asks to wait \d+ s\. Try again after that\./);
  });

  it("says which switch of the application is wrong", async () => {
    const { account } = discord.scene;
    account.interactionsEndpointUrl = "https://bot.example.org/interactions";
    expect((await examine()).output).toMatch(/^✗ Discord application: .*Empty "Interactions Endpoint URL" at https/m);
    account.interactionsEndpointUrl = null;
    account.needsCodeGrant = true;
    expect((await examine()).output).toMatch(/^✗ Discord application: .*turn "Requires OAuth2 Code Grant" off/m);
  });

  it("says when the bot may not read what it is to read", async () => {
    discord.scene.account.allowedIntents = 0;
    const off = await examine();
    expect(off.output).toMatch(
      /^✗ Discord intents: .*Turn "Message Content Intent" on.*or set messageContent to false/m,
    );
    const unasked = await examine(discord.environment(), { messageContent: false });
    expect(unasked.output).toContain("✓ Discord intents: message content is not asked for");
    const contrary = await examine(discord.environment(), { messageContent: false, listen: "all" });
    expect(contrary.output).toMatch(/^✗ Discord intents: .*set messageContent to true/m);
  });

  it("says when no login is left", async () => {
    await using server = await DiscordServer.start({ remainingStarts: 0 });
    const { token } = server.addBot();
    const { output } = await examine({ DISCORD_TOKEN: token, DISCORD_API_URL: server.url });
    expect(output).toMatch(/^✗ Discord gateway: No login is left of 1000 for today\..* in 1440 min\.$/m);
  });

  it("names the permissions that are missing, and servers as they are called", async () => {
    const { guild } = discord.scene;
    const { SendMessages, ViewChannel, ReadMessageHistory } = PermissionFlagsBits;
    discord.server.setRolePermissions(guild, guild.id, SendMessages | ViewChannel | ReadMessageHistory);
    const { output, code } = await examine();
    expect(output).toContain(
      '✗ Discord servers: In "Harbour" it lacks Send Messages in Threads, Create Public Threads, Attach Files, ' +
        "Embed Links, Add Reactions: give them to its role there, or open the link below.",
    );
    expect(code).toBe(1);
  });

  it("asks nothing more for an administrator", async () => {
    const { guild } = discord.scene;
    discord.server.setRolePermissions(guild, guild.id, 0n);
    discord.server.addRole(guild, {
      name: "administrators",
      permissions: PermissionFlagsBits.Administrator,
      members: [discord.scene.account],
    });
    expect((await examine()).output).toContain("✓ Discord servers: 1 server, and no permission is missing");
  });

  it("says in which servers of its settings the bot is not, and looks at no others", async () => {
    const { guild } = discord.scene;
    discord.server.setRolePermissions(guild, guild.id, 0n);
    const { output } = await examine(discord.environment(), { guilds: ["10000000000000001"] });
    expect(output).toMatch(/^✗ Discord servers: It is not in the server 10000000000000001, which the setting guilds/m);
    expect(output).not.toContain("it lacks");
  });

  it("says which channels of its settings it does not see", async () => {
    const { general, account } = discord.scene;
    const well = await examine(discord.environment(), { channels: [general.id] });
    expect(well.output).toContain("✓ Discord channels: it sees the one channel that the setting names");
    discord.server.setPermissions(general, account, { deny: PermissionFlagsBits.ViewChannel });
    const channels = [general.id, "10000000000000001"];
    const { output } = await examine(discord.environment(), { channels });
    expect(output).toContain(`✗ Discord channels: ${general.id}: The bot may not see the channel`);
    expect(output).toContain("  10000000000000001: The channel is gone.");
  });

  it("steers no terminal with the name of a server", async () => {
    const evil = discord.server.addGuild({ name: "\u001b[2Jevil", members: [discord.scene.account] });
    discord.server.setRolePermissions(evil, evil.id, 0n);
    const { output } = await examine();
    expect(output).toContain("[2Jevil");
    expect(output).not.toContain("\u001b");
  });

  it("compares the registered commands with what the running bot has", async () => {
    await stage.startBot({ parameters: ["--model", "offline/eliza"], environment: discord.environment() });
    expect((await examine()).output).toMatch(/^✓ Discord commands: .*\/reset.* are registered$/m);
    await register([
      { name: "reset", description: "Something else" },
      { name: "dance", description: "Dance" },
    ]);
    const { code, output } = await examine();
    const [line = ""] = /^✗ Discord commands: .*$/m.exec(output) ?? [];
    expect(line).toMatch(/\/help.* not registered; \/reset registered as they were; \/dance registered and unknown to/);
    expect(line).toContain("though the bot runs");
    expect(code).toBe(1);
  });

  it("says in which server the bot may have no commands", async () => {
    const { output } = await examine(discord.environment(), { commandGuilds: ["10000000000000001"] });
    expect(output).toMatch(/^✗ Discord commands: The bot may have no commands in the server 10000000000000001\./m);
  });
});

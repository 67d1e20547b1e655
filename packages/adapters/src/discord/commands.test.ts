import { definePlugin } from "@keyturn/core";
import { PermissionFlagsBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { type DiscordBot, openDiscordBot } from "../../test-support/discord-bot.ts";
import { promises } from "../../../../test/requirements.ts";

const longText = "This is a text that is long enough to be shown at once, since it has more than eighty characters. ";

const weather = definePlugin({
  name: "weather",
  version: "1.0.0",
  setup(context) {
    context.command({
      name: "weather",
      description: "Tell the weather",
      isPrivate: false,
      defaultAccess: "moderators",
      localizations: { de: { name: "wetter", description: "Sagt das Wetter" }, tlh: { name: "mud" } },
      options: [
        {
          name: "city",
          description: "Where",
          type: "string",
          isRequired: true,
          complete: (_request, partial) => Promise.resolve([{ name: `${partial}burg`, value: `${partial}burg` }]),
        },
        { name: "days", description: "How many", type: "integer", choices: [{ name: "three", value: 3 }] },
      ],
      run: ({ options }) =>
        Promise.resolve(`Sun in ${String(options["city"])} for ${String(options["days"] ?? 1)} days.`),
    });
  },
});

/** Requests that wrote the list of commands. */
function writes({ server }: DiscordBot): number {
  return server.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands")).length;
}

describe(`${promises("discord-commands", "one-path")}commands on Discord`, () => {
  it("are registered with options, languages and permissions, and written only where they differ", async () => {
    await using scene = await openDiscordBot({ plugins: [weather] });
    const { server, account } = scene;
    await server.waitFor(() => account.commands.list().some(({ name }) => name === "weather"));
    const registered = account.commands.list().find(({ name }) => name === "weather");
    expect(registered).toMatchObject({
      name_localizations: { de: "wetter" },
      default_member_permissions: PermissionFlagsBits.ManageMessages.toString(),
      options: [
        { name: "city", required: true, autocomplete: true },
        { name: "days", choices: [{ name: "three", value: 3 }] },
      ],
    });
    expect(account.commands.list().map(({ name }) => name)).toEqual(
      expect.arrayContaining(["reset", "new", "stop", "status", "help", "model"]),
    );
    expect(writes(scene)).toBe(1);
    await scene.restart();
    expect(writes(scene)).toBe(1);
    expect(server.violations).toEqual([]);
  });

  it("complete their options, and answer for all to see where they are made so", async () => {
    await using scene = await openDiscordBot({ plugins: [weather] });
    const { server, ada, general, account } = scene;
    const typed = ada.completes(general, "weather", { of: account, focused: "city", options: { city: "Ham" } });
    await server.waitFor(() => typed.choices !== undefined);
    expect(typed.choices).toEqual([{ name: "Hamburg", value: "Hamburg" }]);
    const run = ada.runs(general, "weather", { of: account, options: { city: "Hamburg", days: 3 } });
    await server.waitFor(() => run.answer?.content.startsWith("Sun in"));
    expect([run.answer?.content, run.isPrivate]).toEqual(["Sun in Hamburg for 3 days.", false]);
  });

  it("ask one policy, whether they are typed, chosen or clicked: of owner, stranger and moderator", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, guild, runner, mention, account } = scene;
    const [bob, mod] = [server.addPerson("bob"), server.addPerson("mod")];
    for (const person of [bob, mod]) server.addMember(guild, person);
    server.addRole(guild, { name: "mods", permissions: PermissionFlagsBits.ManageMessages, members: [mod] });
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    const stranger = bob.runs(general, "reset", { of: account });
    await server.waitFor(() => stranger.answer?.content.includes("may not use /reset"));
    bob.says(general, `${mention} reset`);
    await server.waitFor(() => general.visibleMessages.find(({ content }) => content.includes("may not use /reset")));
    const click = bob.clicks(draft, `stop:${run.turn.runId}`);
    await server.waitFor(() => click.followUps[0]?.content.includes("may not"));
    expect(run.isAborted).toBe(false);
    const moderator = mod.runs(general, "reset", { of: account });
    await server.waitFor(() => moderator.answer?.content.includes("We start afresh"));
    expect(run.isAborted).toBe(true);
  });
});

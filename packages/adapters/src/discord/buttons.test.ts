import { PermissionFlagsBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type DiscordBot, openDiscordBot } from "../../test-support/discord-bot.ts";

const shown =
  "This is the beginning of an answer, and it has more than eighty characters, so that it is shown at once.";

/** A channel in which three people talk, one of whom keeps order. */
async function openGroup() {
  const scene = await openDiscordBot({ settings: { scope: "channel" } });
  const { server, guild } = scene;
  const [bob, eve, mod] = [server.addPerson("bob"), server.addPerson("eve"), server.addPerson("mod")];
  for (const person of [bob, eve, mod]) server.addMember(guild, person);
  server.addRole(guild, { name: "mods", permissions: PermissionFlagsBits.ManageMessages, members: [mod] });
  return { scene, bob, eve, mod };
}

function ownMessage({ server, general, account }: DiscordBot, text: string) {
  return server.waitFor(() =>
    general.visibleMessages.find(({ author, content }) => author === account && content.includes(text)),
  );
}

describe(`${promises("discord-commands")}the buttons under an answer`, () => {
  it("stop what was asked for: for whoever asked, for moderators and for the owner, and for nobody else", async () => {
    const { scene, bob, eve, mod } = await openGroup();
    await using _scene = scene;
    const { ada, general, runner, mention, server } = scene;
    ada.says(general, `${mention} begin`);
    (await runner.nextRun()).answer("Ada began this.");
    await ownMessage(scene, "Ada began this.");
    for (const person of [bob, mod, ada]) {
      bob.says(general, `${mention} tell me`); //   1. Bob asks in Ada's conversation
      const run = await runner.nextRun();
      run.write(`${person.name}: ${shown}`);
      const draft = await ownMessage(scene, `${person.name}: `);
      const stranger = eve.clicks(draft, `stop:${run.turn.runId}`); //   2. Eve may not stop that
      await server.waitFor(() => stranger.followUps[0]?.content.includes("may not"));
      expect([run.isAborted, stranger.followUps[0]?.visibleTo]).toEqual([false, eve]);
      person.clicks(draft, `stop:${run.turn.runId}`); //                 3. the other may
      await server.waitFor(() => draft.content.endsWith("-# Stopped."));
      expect(run.isAborted).toBe(true);
    }
    expect(server.violations).toEqual([]);
  });

  it("have the newest answer written anew, in the place of the old one", async () => {
    const { scene, bob } = await openGroup();
    await using _scene = scene;
    const { general, runner, mention, server } = scene;
    bob.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.answer("The first answer.");
    const first = await ownMessage(scene, "The first answer.");
    await scene.bot.settled();
    bob.clicks(first, `regenerate:${run.turn.runId}`);
    const again = await runner.nextRun();
    expect([again.texts, again.turn.history]).toEqual([["tell me"], []]);
    await server.waitFor(() => first.isDeleted);
    again.answer("The second answer.");
    await ownMessage(scene, "The second answer.");
    expect(server.violations).toEqual([]);
  });

  it("say privately why they do nothing: an older answer, a double click, a conversation that is over", async () => {
    const { scene, bob } = await openGroup();
    await using _scene = scene;
    const { general, runner, mention, server, account } = scene;
    bob.says(general, `${mention} one`);
    const run = await runner.nextRun();
    run.answer("The first answer.");
    const first = await ownMessage(scene, "The first answer.");
    bob.says(general, `${mention} two`);
    (await runner.nextRun()).answer("The second answer.");
    await ownMessage(scene, "The second answer.");
    await scene.bot.settled();
    const told = async (text: string) => {
      const click = bob.clicks(first, `regenerate:${run.turn.runId}`);
      await server.waitFor(() => click.followUps[0]?.content.includes(text));
      expect(click.followUps[0]?.visibleTo).toBe(bob);
    };
    await told("only its newest answer");
    const reset = bob.runs(general, "reset", { of: account });
    await server.waitFor(() => reset.answer?.content.includes("We start afresh"));
    await told("only its newest answer");
    expect(runner.runs).toHaveLength(2);
  });
});

import { ManualClock } from "@keyturn/testkit";
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type Interaction as ClientInteraction,
  MessageFlags,
  ModalBuilder,
  SlashCommandBuilder,
  TextInputBuilder,
  TextInputStyle,
} from "discord.js";
import { describe, expect, it } from "vitest";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

const ask = new SlashCommandBuilder()
  .setName("ask")
  .setDescription("Ask something")
  .addStringOption((option) =>
    option.setName("question").setDescription("What").setRequired(true).setAutocomplete(true),
  );

function nextInteraction(client: Client): Promise<ClientInteraction> {
  return new Promise((resolve) => client.once(Events.InteractionCreate, resolve));
}

async function nextCommand(client: Client): Promise<ChatInputCommandInteraction> {
  const interaction = await nextInteraction(client);
  if (!interaction.isChatInputCommand()) throw new Error("This is no command.");
  return interaction;
}

const question = { options: { question: "why" } };

describe("interactions on the Discord server", () => {
  it("run a registered command, which answers for all to see", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextCommand(client);
    const interaction = ada.runs(general, "ask", { of: bot, ...question });
    const received = await coming;
    expect(received.options.getString("question")).toBe("why");
    expect(received.memberPermissions?.has("SendMessages")).toBe(true);
    await received.reply("because");
    expect([interaction.answer?.content, interaction.isPrivate]).toEqual(["because", false]);
    expect(general.visibleMessages.map(({ content }) => content)).toEqual(["because"]);
    expect(server.requests.at(-1)?.authentication).toBe("none");
    expect(server.violations).toEqual([]);
  });

  it("defer in private, fill the answer in, follow up and delete", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextCommand(client);
    const interaction = ada.runs(general, "ask", { of: bot, ...question });
    const received = await coming;
    await received.deferReply({ flags: MessageFlags.Ephemeral });
    expect([interaction.isDeferred, interaction.isPrivate]).toEqual([true, true]);
    await received.editReply("because");
    expect([interaction.isDeferred, interaction.answer?.content]).toEqual([false, "because"]);
    const more = await received.followUp({ content: "and more", flags: MessageFlags.Ephemeral });
    expect(interaction.followUps.map(({ content }) => content)).toEqual(["and more"]);
    await received.deleteReply(more);
    expect(interaction.followUps[0]?.isDeleted).toBe(true);
    expect((await received.fetchReply()).content).toBe("because");
    await received.deleteReply();
    expect(interaction.answer?.isDeleted).toBe(true);
    expect(general.visibleMessages).toEqual([]);
    expect(server.violations).toEqual([]);
  });

  it("complete an option while the person types", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextInteraction(client);
    const interaction = ada.completes(general, "ask", { of: bot, focused: "question", options: { question: "wh" } });
    const received = await coming;
    if (!received.isAutocomplete()) throw new Error("This is no autocomplete.");
    expect(received.options.getFocused()).toBe("wh");
    await received.respond([{ name: "why", value: "why" }]);
    expect(interaction.choices).toEqual([{ name: "why", value: "why" }]);
    expect(server.violations).toEqual([]);
  });

  it("change a message by its button, in guilds and in direct messages", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    const stop = new ButtonBuilder().setCustomId("stop:1").setLabel("Stop").setStyle(ButtonStyle.Danger);
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(stop);
    for (const place of [general, ada.directMessages(bot)]) {
      const channel = await client.channels.fetch(place.id);
      if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
      await channel.send({ content: "writing …", components: [row] });
      const message = place.visibleMessages[0];
      if (message === undefined) throw new Error("There is no message.");
      const coming = nextInteraction(client);
      ada.clicks(message, "stop:1");
      const received = await coming;
      if (!received.isButton()) throw new Error("This is no button.");
      await received.update({ content: "stopped", components: [] });
      expect([message.content, message.now.components]).toEqual(["stopped", []]);
      expect(() => ada.clicks(message, "stop:1")).toThrow("no component stop:1");
    }
    expect(server.violations).toEqual([]);
  });

  it("open a form and send it", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const opening = nextCommand(client);
    const opened = ada.runs(general, "ask", { of: bot, ...question });
    const input = new TextInputBuilder().setCustomId("why").setLabel("Why").setStyle(TextInputStyle.Short);
    const row = new ActionRowBuilder<TextInputBuilder>().addComponents(input);
    await (await opening).showModal(new ModalBuilder().setCustomId("form").setTitle("Form").addComponents(row));
    expect(opened.modal?.custom_id).toBe("form");
    const coming = nextInteraction(client);
    const submitted = ada.submits(opened, { why: "just so" });
    const received = await coming;
    if (!received.isModalSubmit()) throw new Error("This is no form.");
    expect(received.fields.getTextInputValue("why")).toBe("just so");
    await received.reply("thanks");
    expect(submitted.answer?.content).toBe("thanks");
    expect(server.violations).toEqual([]);
  });

  it("refuse an acknowledgement after 3 s, and tell the person", async () => {
    const clock = new ManualClock(Date.now());
    await using scene = await openDiscordScene({ clock });
    const { client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextCommand(client);
    const interaction = ada.runs(general, "ask", { of: bot, ...question });
    const received = await coming;
    await clock.advance(3_000);
    expect(interaction.isFailed).toBe(true);
    await expect(received.reply("too late")).rejects.toMatchObject({ code: 10062, status: 404 });
    expect(interaction.answer).toBeUndefined();
  });

  it("refuse a second acknowledgement, whoever sends it", async () => {
    await using scene = await openDiscordScene();
    const { client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextCommand(client);
    const { id, token } = ada.runs(general, "ask", { of: bot, ...question });
    const received = await coming;
    const response = await fetch(`${scene.server.url}/v10/interactions/${id}/${token}/callback`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ type: 5 }),
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([204, null]);
    await expect(received.reply("me too")).rejects.toMatchObject({ code: 40060 });
  });

  it("let the token die after 15 min", async () => {
    const clock = new ManualClock(Date.now());
    await using scene = await openDiscordScene({ clock });
    const { client, bot, ada, general } = scene;
    await client.application?.commands.set([ask.toJSON()]);
    const coming = nextCommand(client);
    ada.runs(general, "ask", { of: bot, ...question });
    const received = await coming;
    await received.deferReply();
    await clock.advance(15 * 60 * 1000 - 1);
    await received.editReply("in time");
    await clock.advance(1);
    await expect(received.editReply("too late")).rejects.toMatchObject({ code: 50027 });
  });
});

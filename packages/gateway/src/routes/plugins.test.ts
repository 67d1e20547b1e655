import { definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { pluginListSchema } from "../wire/plugin.ts";

const any = { "If-Match": "*" };

describe("GET /plugins", () => {
  it("shows how each stands and what it registered; why one failed is for admins", async () => {
    const broken = definePlugin({
      name: "broken",
      version: "1.0.0",
      setup: () => Promise.reject(new Error("/srv/secrets is missing")),
    });
    await using open = await openGateway({ bot: { plugins: [broken] } });
    const seen = pluginListSchema.parse((await open.ask("GET", "/plugins")).json()).items;
    expect(seen.find(({ id }) => id === "broken")).toMatchObject({
      state: "failed",
      reason: "/srv/secrets is missing",
    });
    expect(seen.find(({ id }) => id === "standard-commands")).toMatchObject({
      isRequired: true,
      registrations: expect.arrayContaining([{ kind: "command", name: "reset" }]),
    });
    const { token } = await makeToken(open, "viewer");
    const answer = await open.exchange({ path: "/api/v1/plugins", headers: bearerOf(token) });
    expect([answer.status, answer.text.includes("secrets")]).toEqual([200, false]);
  });
});

describe("PATCH /plugins/:id", () => {
  it("turns one off and on; the web chat then says that it is off", async () => {
    await using open = await openGateway();
    const events = await open.events("?topics=plugin");
    const off = await open.ask("PATCH", "/plugins/webchat", { enabled: false, reason: "quiet" }, any);
    expect(off.json()).toMatchObject({ id: "webchat", state: "disabled", registrations: [] });
    const sent = await open.ask("POST", "/webchat/messages", { conversation: "lobby", text: "hello" });
    expect(codeOf(sent)).toBe("WEBCHAT_OFF");
    const on = await open.ask("PATCH", "/plugins/webchat", { enabled: true }, any);
    expect(on.json()).toMatchObject({ state: "running" });
    await open.converse("hello", "hi");
    expect((await events.nextOf("plugin.change")).data).toMatchObject({ plugin: "webchat", state: "disabled" });
    const audit = await open.ask("GET", "/audit?operation=plugin.change");
    expect(audit.json()).toMatchObject({ items: [{ target: "webchat" }, { reason: "quiet", address: "127.0.0.1" }] });
  });

  it("refuses what is not there, what the bot needs, what is not well-formed, and a state that is over", async () => {
    await using open = await openGateway();
    const codes = async (id: string, body: unknown, headers: Readonly<Record<string, string>> = any) => {
      const answer = await open.ask("PATCH", `/plugins/${id}`, body, headers);
      return [answer.status, codeOf(answer)];
    };
    expect(await codes("nobody", { enabled: false })).toEqual([404, "PLUGIN_NOT_FOUND"]);
    expect(await codes("offline-model", { enabled: false })).toEqual([409, "PLUGIN_REQUIRED"]);
    expect(await codes("Nobody", { enabled: false })).toEqual([400, "REQUEST_INVALID"]);
    expect(await codes("webchat", { enabled: "no" })).toEqual([400, "REQUEST_INVALID"]);
    expect(await codes("webchat", { enabled: false }, {})).toEqual([428, "PRECONDITION_REQUIRED"]);
    expect(await codes("webchat", { enabled: false }, { "If-Match": '"old"' })).toEqual([412, "SETTINGS_CHANGED"]);
    expect(open.bot.plugins.every(({ state }) => state === "running")).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { openOAuthBot } from "../../../test-support/open-oauth-bot.ts";

describe(`${promises("slack-installations")}many workspaces`, () => {
  it("are told of a few at a time when something is amiss with many", async () => {
    await using test = await openOAuthBot();
    const places = ["One", "Two", "Three", "Four", "Five"].map((name) => {
      const workspace = test.slack.addWorkspace(name);
      return { workspace, admin: test.slack.addPerson("eve", { workspace, isAdmin: true }) };
    });
    for (const place of places) await test.install(place);
    for (const place of places) test.slack.uninstall(test.installationIn(place));
    await test.slack.waitFor(() => test.status()?.reason?.endsWith(" 3 more like that."));
    expect(test.status()?.reason).toContain('"Three"');
    expect(test.status()?.reason).not.toContain('"Five"');
  });

  it("ask Slack for nothing until something happens there", async () => {
    await using test = await openOAuthBot();
    await test.install(test.acme);
    await test.install(test.globex);
    const calls = test.slack.calls.length;
    await test.bot.restartAdapter("slack", { kind: "operator", id: "tests", surface: "code" });
    await expect.poll(() => test.status()?.state).toBe("connected");
    expect(test.slack.calls).toHaveLength(calls);
  });
});

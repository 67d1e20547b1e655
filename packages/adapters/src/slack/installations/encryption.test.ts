import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { Browser } from "../../../test-support/browser.ts";
import { type OAuthBotOptions, encryptionKey, openOAuthBot } from "../../../test-support/open-oauth-bot.ts";
import { InstallationCipher } from "./installation-cipher.ts";

const newKey = "another-key-for-tests-long-enough-too";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keyturn-slack-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (options: OAuthBotOptions = {}) => {
  const bot = { store: { kind: "lowdb", folder, durability: "relaxed" } } as const;
  return openOAuthBot({ bot, rotatesTokens: true, ...options });
};

/** Everything that lies in the data folder, as one text. */
async function everything(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), "latin1")));
  return texts.join("\n");
}

const withKeys = (...encryptionKeys: readonly [string, ...string[]]) => ({ oauth: { encryptionKeys } });

describe(`${promises("slack-installations")}tokens at rest`, () => {
  it("are encrypted in the store, and nowhere else: not in logs, pages, states or events", async () => {
    await using test = await open();
    const page = await test.install(test.acme);
    await test.install(test.globex);
    const { botToken, refreshToken = "" } = test.installationIn(test.acme);
    const events = JSON.stringify(test.bot.adapters);
    await test.stop();
    const kept = await everything();
    expect(kept).toContain(`installation/${test.acme.workspace.id}`);
    const told = [kept, page.text, events, JSON.stringify(test.lines)].join("\n");
    for (const secret of [botToken, refreshToken, test.app.clientSecret, test.app.signingSecret, encryptionKey]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(told).not.toContain(secret);
    }
    expect(told).not.toMatch(/xox[a-z]-|xoxe\./);
  });

  it("are read again after a restart", async () => {
    await using test = await open();
    await test.install(test.acme);
    await test.stop();
    await test.start();
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
    const room = test.slack.addChannel("room", { members: [test.acme.admin, test.installationIn(test.acme)] });
    const root = test.acme.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("hi");
    await test.slack.waitFor(() => room.replies(root.ts)[0]);
  });

  it("stay as they are when the key is another one: the channel says so, and goes on when the key is back", async () => {
    await using test = await open();
    await test.install(test.acme);
    await test.stop();
    const before = await readFile(path.join(folder, "plugins", "slack.json"), "utf8");
    await test.start(withKeys(newKey));
    expect(test.status()).toMatchObject({
      state: "misconfigured",
      reason: expect.stringMatching(/another key.*key back/),
    });
    expect((await new Browser().open(`${test.site.url}hooks/slack/install`)).status).toBe(503);
    await test.stop();
    expect(await readFile(path.join(folder, "plugins", "slack.json"), "utf8")).toBe(before);
    await test.start(withKeys(encryptionKey));
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
  });

  it("are encrypted anew when the key was replaced and the old one is there too; then it may go", async () => {
    await using test = await open();
    await test.install(test.acme);
    await test.stop();
    await test.start(withKeys(newKey, encryptionKey));
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
    await test.stop();
    await test.start(withKeys(newKey));
    expect(test.status()).toMatchObject({ state: "connected", reason: undefined });
  });
});

describe(`${promises("slack-installations")}the cipher`, () => {
  const cipher = new InstallationCipher([encryptionKey]);

  it("opens what it sealed, for that workspace alone", () => {
    const sealed = cipher.seal("T1", "secret");
    expect(cipher.open("T1", sealed)).toEqual({ kind: "opened", text: "secret", isNewestKey: true });
    expect(cipher.open("T2", sealed)).toEqual({ kind: "damaged" });
    expect(cipher.seal("T1", "secret").sealed).not.toBe(sealed.sealed);
  });

  it.each([0, 12, 28])("refuses a text whose byte %i was changed", (index) => {
    const sealed = cipher.seal("T1", "secret");
    const bytes = Buffer.from(sealed.sealed, "base64url");
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(cipher.open("T1", { ...sealed, sealed: bytes.toString("base64url") })).toEqual({ kind: "damaged" });
  });

  it.each([null, {}, { version: 2 }, { version: 1, key: 1 }, "text", { sealed: "" }])(
    "refuses what is none: %j",
    (kept) => {
      expect(cipher.open("T1", kept)).toEqual({ kind: "damaged" });
    },
  );

  it("refuses a text that is too short, and a tag that was cut", () => {
    const sealed = cipher.seal("T1", "");
    for (const length of [0, 5, 12, 20, 27]) {
      const cut = Buffer.from(sealed.sealed, "base64url").subarray(0, length).toString("base64url");
      expect(cipher.open("T1", { ...sealed, sealed: cut })).toEqual({ kind: "damaged" });
    }
  });

  it("says of another key's text that the key is missing", () => {
    expect(new InstallationCipher([newKey]).open("T1", cipher.seal("T1", "secret"))).toEqual({ kind: "unknown-key" });
    expect(new InstallationCipher([newKey, encryptionKey]).open("T1", cipher.seal("T1", "secret"))).toEqual({
      kind: "opened",
      text: "secret",
      isNewestKey: false,
    });
  });
});

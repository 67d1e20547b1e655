import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { RunningBot } from "./support/running-bot.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();

let bot: RunningBot;

beforeEach(async () => {
  bot = await stage.startBot();
});

async function end(): Promise<void> {
  bot.process.signal("SIGTERM");
  await bot.process.ended;
}

function statusWith(token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` };
  return fetch(`${bot.url}/api/v1/status`, { headers }).then(({ status }) => status);
}

describe("keyturn tokens", () => {
  it("makes, lists and revokes tokens of a bot that runs", async () => {
    const made = await stage.run(["tokens", "create", "Ana", "--role", "operator"]);
    const token = made.output.trim();
    expect([made.code, token]).toEqual([0, expect.stringMatching(/^kt_[\w-]{56}$/)]);
    expect(await statusWith(token)).toBe(200);
    const list = await stage.run(["tokens", "list"]);
    expect(list.output).toMatch(/TOKEN +LABEL +ROLE +CREATED +LAST USED +STATE/);
    expect(list.output).toMatch(/Ana +operator/);
    expect(list.output).not.toContain(token);
    const id = `t_${token.slice(3, 15)}`;
    expect((await stage.run(["tokens", "revoke", id])).code).toBe(0);
    expect(await statusWith(token)).toBe(401);
    const unknown = await stage.run(["tokens", "revoke", "t_AAAAAAAAAAAA"]);
    expect(unknown.code).toBe(4);
  });

  it("works on the files of a bot that does not run, and the next start knows of it", async () => {
    await end();
    const made = await stage.run(["tokens", "create", "Ana", "--json"]);
    const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(JSON.parse(made.output));
    bot = await stage.startBot();
    expect(await statusWith(token)).toBe(200);
    await end();
    expect((await stage.run(["tokens", "revoke", id])).code).toBe(0);
    bot = await stage.startBot();
    expect(await statusWith(token)).toBe(401);
    const audit = await readFile(path.join(stage.folder, ".keyturn/audit.jsonl"), "utf8");
    expect(audit).toContain('"operation":"token.revoke"');
    expect(audit).not.toContain(token);
  });
});

describe("keyturn login", () => {
  it("prints a URL whose fragment logs somebody in once", async () => {
    const { code, output } = await stage.run(["login", "--label", "Vera", "--role", "viewer"]);
    expect(code).toBe(0);
    const url = new URL(output.trim());
    expect([url.origin, url.search, url.hash]).toEqual([bot.url, "", expect.stringMatching(/^#code=[\w-]{16}$/)]);
    const logIn = () =>
      fetch(`${bot.url}/api/v1/auth/login`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ code: url.hash.slice("#code=".length) }),
      });
    const answer = await logIn();
    const cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const me = await fetch(`${bot.url}/api/v1/auth/me`, { headers: { Cookie: cookie } });
    expect(await me.json()).toMatchObject({ actor: { label: "Vera" }, role: "viewer" });
    expect((await logIn()).status).toBe(401);
  });

  it("needs a bot that runs", async () => {
    await end();
    expect((await stage.run(["login"])).code).toBe(2);
  });
});

describe("the operator's token", () => {
  it("is the one that its file holds now, while the bot runs", async () => {
    const file = path.join(stage.folder, ".keyturn/token");
    const old = (await readFile(file, "utf8")).trim();
    await writeFile(file, "another-token-of-the-operator\n");
    expect(await statusWith(old)).toBe(401);
    expect(await statusWith("another-token-of-the-operator")).toBe(200);
  });
});

import { expect, it } from "vitest";
import { useStage } from "./support/stage.ts";

const stage = useStage();

it("prints a link at start that logs in once, and that no log holds", async () => {
  const bot = await stage.startBot();
  const code = /#code=(\S+) \(opens once, within five minutes\)/.exec(bot.process.output)?.[1] ?? "";
  expect(code).toMatch(/^[A-Z\d]{4,5}(?:-[A-Z\d]{4,5})+$/);
  const login = () =>
    fetch(`${bot.url}/api/v1/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: bot.url },
      body: JSON.stringify({ code }),
    });
  const first = await login();
  expect([first.status, first.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("HttpOnly")]);
  expect((await login()).status).toBe(401);
  expect(bot.process.errors).not.toContain(code);
});

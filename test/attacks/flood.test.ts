import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../../packages/gateway/test-support/exchange.ts";
import { useStage } from "../application/support/stage.ts";

const megabyte = 1024 * 1024;
const target = "/api/v1/webchat/messages";

/** Two megabytes that do not say how many they are. */
function chunkedBody(): string {
  const chunk = `${(64 * 1024).toString(16)}\r\n${"a".repeat(64 * 1024)}\r\n`;
  return `${chunk.repeat(32)}0\r\n\r\n`;
}

/** The memory of a process, in bytes. A bare Debian has no `ps`, other systems no `/proc`. */
async function memoryOf(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout.trim()) * 1024;
}

const stage = useStage();

it("hundreds of requests of every kind that is too much leave the bot's memory as it was (T46)", async () => {
  const bot = await stage.startBot();
  const head = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${bot.token}\r\nContent-Type: application/json\r\n`;
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const requests = [
    `POST ${target} HTTP/1.1\r\n${head}Content-Length: ${2 * megabyte}\r\n\r\n`,
    `POST ${target} HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n${chunkedBody()}`,
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(64 * 1024)}\r\n\r\n`,
    `POST ${target} HTTP/1.1\r\n${head}Content-Length: ${deep.length}\r\n\r\n${deep}`,
  ];
  const flood = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(requests.map((bytes) => exchangeRaw(bot.url, bytes)));
      expect(answers.map(statusOfRaw)).toEqual([413, 413, 431, 400]);
    }
  };
  await flood(50); //                            1. what is compiled and pooled once
  const before = await memoryOf(bot.process.pid);
  await flood(150); //                           2. 300 MB and more: a gateway that kept half of them would be seen
  expect((await memoryOf(bot.process.pid)) - before).toBeLessThan(150 * megabyte);
  expect((await bot.client.list()).items).toEqual([]);
});

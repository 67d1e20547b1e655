import { writeFile } from "node:fs/promises";
import path from "node:path";
import { FileAccessStore } from "@keyturn/gateway";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../../packages/gateway/test-support/exchange.ts";
import { openGateway, testToken } from "../../packages/gateway/test-support/open-gateway.ts";
import { type TemporaryFolder, createTemporaryFolder } from "../application/support/temporary-folder.ts";
import { stampTree } from "./file-tree.ts";

let place: TemporaryFolder;

beforeEach(async () => {
  place = await createTemporaryFolder();
  // What an id that climbs out of the data folder would reach.
  await writeFile(path.join(place.path, "etc"), "beside the data folder");
});

afterEach(async () => {
  await place.remove();
});

function openOnDisk() {
  const data = path.join(place.path, "data");
  const store = { kind: "lowdb", folder: data, durability: "relaxed" } as const;
  return openGateway({ bot: { store }, gateway: { access: new FileAccessStore(data) } });
}

/** Sends a request line as it is: no client in between makes another one of it. */
async function send(url: string, method: string, target: string): Promise<number> {
  const head = `Host: localhost\r\nConnection: close\r\nAuthorization: Bearer ${testToken}\r\n`;
  return statusOfRaw(await exchangeRaw(url, `${method} ${target} HTTP/1.1\r\n${head}\r\n`));
}

describe("an id that is none (T28)", () => {
  it("reads and deletes nothing, on the disk neither", async () => {
    await using open = await openOnDisk();
    await open.converse("hello", "hi");
    const before = await stampTree(place.path);
    const ids = [
      "..%2F..%2Fetc",
      "%2e%2e%2fx",
      "..%5Cx",
      "..%2fetc",
      "..%2f..%2fetc%00.json",
      "a%00b",
      "%",
      "bad%E0%A4%A",
      ".",
      "..",
      "a%252Fb",
      "access.json",
      "lock",
    ];
    for (const id of ids) {
      for (const method of ["GET", "DELETE"]) {
        const status = await send(open.url, method, `/api/v1/sessions/${id}`);
        // `.` and `..` are resolved by then: DELETE of the list is no method that it has.
        expect([400, 404, 405].includes(status) || (method === "GET" && id === "." && status === 200), id).toBe(true);
      }
      expect([400, 404, 405]).toContain(await send(open.url, "GET", `/api/v1/sessions/${id}/export`));
    }
    expect(await stampTree(place.path)).toEqual(before);
  });
});

describe("a delete of an id that nobody has (T30)", () => {
  it("is 404, and removes and writes nothing", async () => {
    await using open = await openOnDisk();
    await open.converse("hello", "hi");
    const before = await stampTree(place.path);
    const answer = await open.ask("DELETE", `/sessions/s_${"a".repeat(22)}`);
    expect(answer.status).toBe(404);
    const after = await stampTree(place.path);
    expect(after.filter((line) => !before.includes(line)).map((line) => line.split(" ", 1)[0])).toEqual([]);
    expect(after).toHaveLength(before.length);
  });
});

import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { RecordingAudit, bearerOf, makeToken } from "../../test-support/access.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";
import { type WireTrashPage, trashPageSchema } from "../wire/trash.ts";

const marker = "the secret is 4711";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keyturn-purge-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Files of the data folder that hold the marker. */
function filesWithMarker(): readonly string[] {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "utf8").includes(marker));
}

/** A conversation of 40 turns, so that parts of it are sealed, with the marker in its title too. */
async function converse(open: OpenGateway): Promise<string> {
  let id = "";
  for (let turn = 0; turn < 40; turn += 1) id = await open.converse(`${marker}, ${turn}`, "noted");
  const { headers } = await open.ask("GET", `/sessions/${id}`);
  await open.ask("PATCH", `/sessions/${id}`, { title: marker }, { "If-Match": headers.etag ?? "" });
  return id;
}

const epochOf = (answer: { json: () => unknown }) => z.object({ epoch: z.number() }).parse(answer.json()).epoch;

describe("a purge", () => {
  it.each([
    { what: "a delete", purge: (open: OpenGateway, id: string) => open.ask("DELETE", `/sessions/${id}?purge=true`) },
    {
      what: "a delete of what was deleted before",
      purge: async (open: OpenGateway, id: string) => {
        await open.ask("DELETE", `/sessions/${id}`);
        expect(filesWithMarker()).not.toEqual([]);
        return open.ask("DELETE", `/sessions/${id}?purge=true`);
      },
    },
    {
      what: "a delete of what was reset before",
      purge: async (open: OpenGateway, id: string) => {
        await open.ask("POST", `/sessions/${id}/reset`);
        return open.ask("DELETE", `/sessions/${id}?purge=true`);
      },
    },
  ])("with $what leaves nothing in any file", async ({ purge }) => {
    await using open = await openGateway({ bot: { store: { kind: "lowdb", folder } } });
    const id = await converse(open);
    expect(filesWithMarker()).not.toEqual([]);
    const purged = await purge(open, id);
    expect([purged.status, purged.json()]).toMatchObject([200, { undoUntil: null }]);
    expect(filesWithMarker()).toEqual([]);
    const restored = await open.ask("POST", `/sessions/${id}/restore`);
    expect([restored.status, codeOf(restored)]).toEqual([410, "RESTORE_NOTHING"]);
    await open.gateway.close();
    await open.bot.stop(0);
    expect(filesWithMarker()).toEqual([]);
  });

  it("with a reset leaves nothing of the transcript; the title is a setting and stays", async () => {
    await using open = await openGateway({ bot: { store: { kind: "lowdb", folder } } });
    let id = "";
    for (let turn = 0; turn < 40; turn += 1) id = await open.converse(`${marker}, ${turn}`, "noted");
    const reset = await open.ask("POST", `/sessions/${id}/reset`, { purge: true });
    expect([reset.status, reset.json()]).toMatchObject([
      200,
      { outcome: "reset", removedEntries: 80, undoUntil: null },
    ]);
    expect(filesWithMarker()).toEqual([]);
  });

  it("is refused to operators, who may do everything else, and changes nothing", async () => {
    const audit = new RecordingAudit();
    await using open = await openGateway({ bot: { audit } });
    const id = await open.converse("hello", "hi");
    const { token } = await makeToken(open, "operator");
    const headers = { ...bearerOf(token), "Content-Type": "application/json" };
    const before = (await open.ask("GET", `/sessions/${id}`)).text;
    for (const request of [
      { method: "DELETE", path: `/api/v1/sessions/${id}?purge=true`, body: "{}" },
      { method: "POST", path: `/api/v1/sessions/${id}/reset`, body: '{"purge":true}' },
    ]) {
      const refused = await open.exchange({ ...request, headers });
      expect([refused.status, codeOf(refused)]).toEqual([403, "ROLE_INSUFFICIENT"]);
      expect(audit.entries.at(-1)).toMatchObject({ outcome: "denied", sessionId: id, reason: "purge" });
    }
    expect((await open.ask("GET", `/sessions/${id}`)).text).toBe(before);
    const path = `/api/v1/sessions/${id}?purge=false`;
    expect((await open.exchange({ method: "DELETE", path, headers, body: "{}" })).status).toBe(200);
  });
});

describe("the trash", () => {
  const trash = async (open: OpenGateway, query = ""): Promise<WireTrashPage> =>
    trashPageSchema.parse((await open.ask("GET", `/sessions?trash=true${query}`)).json());

  it.each(["memory", "lowdb"] as const)("has what was deleted and can be undone, page by page, in %s", async (kind) => {
    const store = kind === "memory" ? ({ kind } as const) : ({ kind, folder } as const);
    await using open = await openGateway({ bot: { store } });
    const ids: string[] = [];
    for (const place of ["a", "b", "c", "reset", "purged", "kept"]) ids.push(await open.converse("hello", "hi", place));
    const [first, second, third, reset, purged] = ids;
    for (const id of [first, second, third]) await open.ask("DELETE", `/sessions/${id}`);
    await open.ask("POST", `/sessions/${reset}/reset`);
    await open.ask("DELETE", `/sessions/${purged}?purge=true`);

    const whole = await trash(open);
    expect(whole.nextCursor).toBeNull();
    expect(whole.items.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted());
    expect(whole.items.find(({ id }) => id === first)).toMatchObject({
      key: { adapter: "webchat", place: "a" },
      title: null,
      owner: { id: "token" },
      entries: 2,
    });
    const times = whole.items.map(({ deletedAt }) => deletedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: WireTrashPage = await trash(open, `&limit=1${cursor === null ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole.items.map(({ id }) => id));

    const epoch = whole.items.find(({ id }) => id === second)?.epoch;
    expect((await open.ask("POST", `/sessions/${second}/restore`, { epoch })).status).toBe(200);
    expect((await trash(open)).items.map(({ id }) => id)).not.toContain(second);
  });

  it("takes no filter, and no cursor of another list", async () => {
    await using open = await openGateway();
    for (const place of ["a", "b"]) await open.converse("hello", "hi", place);
    for (const query of ["&q=a", "&state=idle", "&count=true", "&sort=createdAt", "&trash=true"]) {
      const refused = await open.ask("GET", `/sessions?trash=true${query}`);
      expect([refused.status, codeOf(refused)], query).toEqual([400, "REQUEST_INVALID"]);
    }
    const page = z.object({ nextCursor: z.string() }).parse((await open.ask("GET", "/sessions?limit=1")).json());
    const refused = await open.ask("GET", `/sessions?trash=true&cursor=${page.nextCursor}`);
    expect([refused.status, codeOf(refused)]).toEqual([400, "CURSOR_INVALID"]);
  });
});

describe("a restore that names the removal", () => {
  it.each(["reset", "delete"] as const)("undoes this %s and no later one", async (removal) => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi");
    const remove = () =>
      removal === "reset" ? open.ask("POST", `/sessions/${id}/reset`) : open.ask("DELETE", `/sessions/${id}`);
    const restore = (epoch: number) => open.ask("POST", `/sessions/${id}/restore`, { epoch });
    const first = epochOf(await remove()); //           1. removed,
    expect((await restore(first)).status).toBe(200); // 2. undone,
    const second = epochOf(await remove()); //          3. removed again
    const stale = await restore(first); //              4. and a late click on the first undo
    expect([stale.status, codeOf(stale)]).toEqual([409, "RESTORE_SUPERSEDED"]);
    expect((await open.ask("GET", "/sessions?q=hi")).json()).toMatchObject({ items: [] });
    expect((await restore(second)).status).toBe(200);
    const late = await restore(second);
    expect([late.status, codeOf(late)]).toEqual([410, "RESTORE_NOTHING"]);
  });

  it("names the session that has taken the place", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${id}`);
    const successor = await open.converse("hello again", "hi");
    const refused = await open.ask("POST", `/sessions/${id}/restore`);
    expect(refused.json()).toMatchObject({ code: "RESTORE_OCCUPIED", sessionId: successor });
  });

  it("puts a copy beside what has taken the place, once for each key, and names it in the audit", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi");
    await open.ask("DELETE", `/sessions/${id}`);
    const successor = await open.converse("hello again", "hi again");
    const copy = () => open.ask("POST", `/sessions/${id}/restore`, { as: "copy" }, { "Idempotency-Key": "one" });
    const copied = await copy();
    const form = z.object({
      id: z.string(),
      key: z.object({ adapter: z.string(), account: z.string(), place: z.string() }),
    });
    const session = form.parse(copied.json());
    expect(copied.status).toBe(200);
    expect(session.key).toEqual({ adapter: "copy", account: "webchat", place: session.id });
    expect(form.parse((await copy()).json()).id).toBe(session.id);
    expect((await open.ask("GET", `/sessions/${session.id}/messages`)).text).toContain("hello");
    expect((await open.ask("GET", `/sessions/${successor}/messages`)).text).toContain("hello again");
    expect(await open.bot.audit(1, { operation: "session.restore" })).toMatchObject([
      { target: "copy", sessionId: id },
    ]);
    const late = await open.ask("POST", `/sessions/${session.id}/restore`, { as: "copy" });
    expect([late.status, codeOf(late)]).toEqual([410, "RESTORE_NOTHING"]);
  });
});

import { expect, it } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient } from "./index.ts";

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

it("exports in any format, imports, and posts as an operator", async () => {
  await using open = await openGateway();
  const client = new GatewayClient({ url: open.url, token: testToken });
  const sessionId = await open.converse("grüße", "hi");
  const posted = await client.post(sessionId, { mode: "note", text: "noted" }, { idempotencyKey: "k" });
  expect(posted).toMatchObject({ sessionId, runId: null });
  expect(await client.post(sessionId, { mode: "note", text: "noted" }, { idempotencyKey: "k" })).toEqual(posted);
  expect(await textOf(client.exportText(sessionId, "md"))).toContain("grüße");
  const lines = await textOf(client.exportText(sessionId, "jsonl"));
  const copy = await client.import(lines, { format: "jsonl", key: "webchat/web/copy", idempotencyKey: "i" });
  expect(copy).toMatchObject({ key: { place: "copy" }, entries: 3 });
  expect((await client.export(copy.id)).entries).toEqual((await client.export(sessionId)).entries);
  await expect(client.import(lines, { format: "jsonl" })).rejects.toMatchObject({ code: "SESSION_OCCUPIED" });
  const { epoch, version } = await client.read(copy.id);
  const changed = await client.update(copy.id, { epoch, version }, { muted: true, pinned: true });
  expect(changed).toMatchObject({ muted: true, pinned: true });
  expect((await client.list({ pinned: true })).items).toMatchObject([{ id: copy.id }]);
  const late = client.post(copy.id, { mode: "channel", text: "late" }, { seen: { epoch, version } });
  await expect(late).rejects.toMatchObject({ code: "SESSION_CHANGED" });
});

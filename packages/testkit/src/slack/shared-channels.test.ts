import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../manual-clock.ts";
import { type Channel, type Installation, type Person, SlackServer, type Workspace } from "./index.ts";
import { fieldOf } from "./read.ts";

let slack: SlackServer;
let ada: Person;
let gus: Person;
let globex: Workspace;
let there: Installation;
let shared: Channel;

beforeEach(async () => {
  slack = await SlackServer.start({ clock: new ManualClock() });
  ada = slack.addPerson("ada");
  globex = slack.addWorkspace("Globex");
  gus = slack.addPerson("gus", { workspace: globex, isAdmin: true });
  there = slack.install(slack.app, globex);
  shared = slack.addChannel("shared", { sharedWith: [globex] });
});

afterEach(() => slack.close());

/** What the app was told: the kind, for which workspace, and of which workspace the author is. */
function told(): unknown[] {
  return slack.deliveries.map(({ body }) => [
    fieldOf(body["event"], "type"),
    body["team_id"],
    fieldOf(body["event"], "team"),
    body["is_ext_shared_channel"],
  ]);
}

async function call(method: string, token: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(slack.apiUrl + method, { method: "POST", headers, body: new URLSearchParams(fields) })).json();
}

describe("a channel that two workspaces share", () => {
  it("has people of both, and tells an app once, for one of its installations", () => {
    ada.says(shared, "hello");
    gus.says(shared, "hello to you");
    expect(told()).toEqual([
      ["message", slack.workspace.id, slack.workspace.id, true],
      ["message", slack.workspace.id, globex.id, true],
    ]);
  });

  it("lets everybody mention the bot of their own workspace, which is told of that", () => {
    gus.says(shared, "@testbot hello");
    expect(told()).toContainEqual(["app_mention", globex.id, globex.id, true]);
    ada.says(shared, "@testbot hello");
    expect(told()).toContainEqual(["app_mention", slack.workspace.id, slack.workspace.id, true]);
  });

  it("is open to the bots of both, which see each other's people and nobody else there", async () => {
    const posted = await call("chat.postMessage", there.botToken, { channel: shared.id, text: "hi" });
    expect(posted).toMatchObject({ ok: true });
    const info = (user: string) => call("users.info", slack.installation.botToken, { user });
    expect(await info(gus.id)).toMatchObject({ user: { team_id: globex.id } });
    const hermit = slack.addPerson("hermit", { workspace: globex });
    expect(await info(hermit.id)).toMatchObject({ error: "user_not_found" });
  });

  it("names the app's workspace when somebody of another one clicks", async () => {
    const blocks = [
      { type: "actions", elements: [{ type: "button", action_id: "a", text: { type: "plain_text", text: "A" } }] },
    ];
    await call("chat.postMessage", slack.installation.botToken, {
      channel: shared.id,
      text: "click",
      blocks: JSON.stringify(blocks),
    });
    const [message] = shared.messages;
    if (message === undefined) throw new Error("Nothing was posted.");
    gus.clicks(message, "a");
    expect(slack.deliveries.at(-1)?.body).toMatchObject({
      team: { id: slack.workspace.id },
      user: { id: gus.id, team_id: globex.id },
    });
  });
});

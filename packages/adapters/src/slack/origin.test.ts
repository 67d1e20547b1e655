import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { originOf } from "./origin.ts";

describe(`${promises("slack-workspaces")}where something comes from`, () => {
  it.each<[string, unknown, string | undefined]>([
    ["an event, by its authorization", { team_id: "T2", authorizations: [{ team_id: "T1" }], event: {} }, "T1"],
    ["an event of an organisation's", { team_id: "T2", authorizations: [{ team_id: null }], event: {} }, "T2"],
    ["an event without authorizations", { team_id: "T2", event: {} }, "T2"],
    ["a slash command", { team_id: "T1", command: "/reset", user_id: "U1" }, "T1"],
    ["a click, by the message's app", { team: { id: "T1" }, user: { id: "U2", team_id: "T2" } }, "T1"],
    ["a click where no team is named", { team: null, user: { id: "U2", team_id: "T2" } }, "T2"],
    ["a question for the certificate", { ssl_check: "1" }, undefined],
    ["a number for a team", { team_id: 1, team: 2, user: 3, authorizations: 4, event: 5 }, undefined],
    ["a list", [], undefined],
    ["nothing", null, undefined],
  ])("is known of %s", (_name, body, teamId) => {
    expect(originOf(body)).toMatchObject({ teamId, isFarewell: false, shared: undefined });
  });

  it.each(["app_uninstalled", "tokens_revoked"])("is a farewell for %s", (type) => {
    expect(originOf({ team_id: "T1", event: { type } })).toMatchObject({ teamId: "T1", isFarewell: true });
  });

  const shared = { is_ext_shared_channel: true, team_id: "T1" };
  const message = { type: "message", channel: "C1" };

  it.each<[string, object, string]>([
    ["a message", { ts: "5.0", user: "U1", text: "<@U9|bot> and <@U8>" }, "5.0"],
    ["a reply", { ts: "5.0", thread_ts: "1.0" }, "1.0"],
    ["an edit of a reply", { ts: "9.0", message: { ts: "5.0", thread_ts: "1.0", user: "U1" } }, "1.0"],
    ["an edit", { ts: "9.0", message: { ts: "5.0", user: "U1" } }, "5.0"],
    [
      "a deletion of a reply",
      { ts: "9.0", deleted_ts: "5.0", previous_message: { ts: "5.0", thread_ts: "1.0" } },
      "1.0",
    ],
    ["a deletion", { ts: "9.0", deleted_ts: "5.0" }, "5.0"],
  ])("names the thread of %s in a shared channel", (_name, event, rootTs) => {
    const origin = originOf({ ...shared, event: { ...message, ...event } });
    expect(origin.shared).toMatchObject({ channelId: "C1", rootTs });
  });

  it("names everybody whom a message in a shared channel mentions", () => {
    const event = { ...message, ts: "5.0", text: "<@U9|bot> and <@U8>, &lt;@U7&gt;" };
    expect(originOf({ ...shared, event }).shared?.mentions).toEqual(new Set(["U9", "U8"]));
  });
});

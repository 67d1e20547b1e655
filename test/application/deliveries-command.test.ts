import { join } from "node:path";
import { createBot } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { type StrandedPiece, strand } from "../../packages/gateway/test-support/strand.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();

/** Leaves pieces behind that wait for a decision, in the files of a bot that does not run. */
async function leaveBehind(...kinds: readonly ("failed" | "unconfirmed")[]): Promise<readonly StrandedPiece[]> {
  const bot = await createBot({ store: { kind: "lowdb", folder: join(stage.folder, ".keyturn") } });
  const pieces: StrandedPiece[] = [];
  for (const kind of kinds) pieces.push(await strand({ bot }, kind, `the ${kind} one`));
  await bot.stop();
  return pieces;
}

describe("keyturn deliveries", () => {
  it("lists what waits, has it sent again by a bot that runs, and dismisses", async () => {
    expect((await leaveBehind("failed", "unconfirmed")).length).toBe(2);
    const bot = await stage.startBot();
    const record = await bot.record();
    const list = await stage.run(["deliveries", "list"]);
    expect(list.output).toMatch(/DELIVERY +STATE +WRITTEN +CONVERSATION +TRIES +WHY/);
    expect(list.output).toMatch(/failed .* webchat the failed one +1 +Forbidden \(HTTP 403\)\./);
    const [failed = ""] = /d_\S{22}(?= +failed)/.exec(list.output) ?? [];
    const [unconfirmed = ""] = /d_\S{22}(?= +unconfirmed)/.exec(list.output) ?? [];
    const resent = await stage.run(["deliveries", "resend", failed]);
    expect([resent.code, resent.output.trim()]).toEqual([0, `${failed}: is sent again`]);
    expect(await record.nextOf("webchat.message")).toMatchObject({ deliveryId: failed });
    await record.end();
    const dismissed = await stage.run(["deliveries", "dismiss", unconfirmed]);
    expect([dismissed.code, dismissed.output]).toEqual([0, expect.stringContaining("never sent again")]);
    expect((await stage.run(["deliveries", "list"])).output).toContain("Nothing waits");
  });

  it("works on the files of a bot that does not run, and says that an unconfirmed piece may then be there twice", async () => {
    const [piece] = await leaveBehind("unconfirmed");
    const resent = await stage.run(["deliveries", "resend", piece!.deliveryId]);
    expect(resent.output).toContain("look whether it is there twice");
    const again = await stage.run(["deliveries", "resend", piece!.deliveryId]);
    expect([again.code, again.errors]).toEqual([4, expect.stringContaining("No such piece waits")]);
    expect((await stage.run(["deliveries", "list", "--json"])).output).toContain('"items": []');
  });
});

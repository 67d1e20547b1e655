import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe("the dashboard", () => {
  it("shows an answer as it is written", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { sessionId, run } = await open.startRun("hello", "lobby");
    await ana.row("lobby").click();
    run.write("It is ");
    await ana.page.getByText("It is").waitFor();
    await ana.page.screenshot({ path: "/tmp/shot-1.png" });
    run.answer("noon.");
    await ana.page.locator("[data-kind=assistant]", { hasText: "It is noon." }).waitFor();
    expect(ana.page.url()).toContain(sessionId);
    expect(ana.faults).toEqual([]);
    await ana.page.screenshot({ path: "/tmp/shot-2.png" });
  });
});

import { describe, expect, it } from "vitest";
import { holdsHostileName, settingPaths } from "./setting-paths.ts";

describe("the settings of a patch", () => {
  it("are its leaves; a group that is taken back is one itself", () => {
    const patch = { model: "a/b", runner: { retries: 1, stepLimit: null }, delivery: null, list: [1], empty: {} };
    expect(settingPaths(patch)).toEqual(["model", "runner.retries", "runner.stepLimit", "delivery", "list", "empty"]);
  });

  it.each(['{"__proto__":{}}', '{"a":[{"b":{"constructor":1}}]}', '{"a":{"prototype":null}}'])(
    "hold a hostile name in %s, however deep",
    (text) => {
      expect(holdsHostileName(JSON.parse(text))).toBe(true);
      expect(holdsHostileName(JSON.parse(text.replaceAll(/__proto__|constructor|prototype/g, "model")))).toBe(false);
    },
  );
});

import { describe, expect, it } from "vitest";
import { type Bot, createBot } from "../composition/bot.ts";
import type { BotOptions } from "../composition/bot-options.ts";
import { InvalidInputError, NotAuthorizedError, SettingsChangedError, StoreError } from "../errors.ts";
import type { BotEvent } from "../sessions/events.ts";
import type { SettingsPatch } from "./bot-settings.ts";

const actor = { kind: "operator", id: "ana", surface: "code" } as const;

async function withBot<Result>(options: BotOptions, work: (bot: Bot) => Promise<Result>): Promise<Result> {
  const bot = await createBot(options);
  try {
    await bot.setUp();
    return await work(bot);
  } finally {
    await bot.stop(0);
  }
}

describe("live settings", () => {
  it("are those that the bot was made with, and change by name; null takes a change back", async () => {
    await withBot({ capacity: 7, runner: { retries: 4 } }, async ({ settings }) => {
      const before = settings.version;
      expect(settings.current).toMatchObject({ capacity: 7, attempts: 3, runner: { retries: 4, stepLimit: 20 } });
      const change = await settings.change({ capacity: 9, runner: { retries: 1 } }, { actor });
      expect(change.changed).toEqual(["capacity", "runner.retries"]);
      expect(settings.current).toMatchObject({ capacity: 9, runner: { retries: 1, stepLimit: 20 } });
      expect(settings.version).not.toBe(before);
      expect(settings.changes).toEqual({ capacity: 9, runner: { retries: 1 } });
      await settings.change({ capacity: null, runner: { retries: null } }, { actor });
      expect(settings.current).toMatchObject({ capacity: 7, runner: { retries: 4 } });
      expect(settings.changes).toEqual({});
    });
  });

  it.each<SettingsPatch>([
    { capacity: 0 },
    { capacity: 1.5 },
    { runner: { retries: 11 } },
    { delivery: { attempts: 0 } },
    { model: "nobody/knows" },
    { model: "offline" },
  ])("refuses %o whole, and changes nothing", async (wrong) => {
    await withBot({}, async ({ settings }) => {
      const before = [settings.version, JSON.stringify(settings.current)];
      await expect(settings.change({ attempts: 5, ...wrong }, { actor })).rejects.toThrow(InvalidInputError);
      expect([settings.version, JSON.stringify(settings.current)]).toEqual(before);
    });
  });

  it("refuses names that are no settings, from callers without types", async () => {
    await withBot({}, async ({ settings }) => {
      const patch: object = { store: { kind: "memory" } };
      await expect(settings.change(patch, { actor })).rejects.toThrow("store cannot be changed");
    });
  });

  it("are kept before they take force: what cannot be kept changes nothing", async () => {
    const kept: SettingsPatch[] = [];
    let isFull = true;
    const keep = async (changes: SettingsPatch) => {
      if (isFull) throw new StoreError("STORE_FULL", "The disk is full.");
      kept.push(changes);
    };
    const changed = await withBot({ settingsKeeper: { keep } }, async ({ settings }) => {
      await expect(settings.change({ capacity: 9 }, { actor })).rejects.toThrow(StoreError);
      expect(settings.current.capacity).toBe(50);
      isFull = false;
      await settings.change({ capacity: 9 }, { actor });
      await settings.change({ delivery: { attempts: 2 } }, { actor });
      expect(kept).toEqual([{ capacity: 9 }, { capacity: 9, delivery: { attempts: 2 } }]);
      return settings.changes;
    });
    await withBot({ capacity: 3, changedSettings: changed }, async ({ settings }) => {
      expect(settings.current).toMatchObject({ capacity: 9, delivery: { attempts: 2, retryMilliseconds: 1_000 } });
    });
  });

  it("change one after the other: of two that saw the same version, one is told to look again", async () => {
    const gates: (() => void)[] = [];
    const keep = () => new Promise<void>((resolve) => void gates.push(resolve));
    await withBot({ settingsKeeper: { keep } }, async ({ settings }) => {
      const expected = settings.version;
      const first = settings.change({ capacity: 9 }, { actor, expected }); // 1. is being kept
      const second = settings.change({ capacity: 11, attempts: 2 }, { actor, expected }); // 2. waits
      await expect.poll(() => gates.length).toBe(1);
      expect(settings.current.capacity).toBe(50);
      gates[0]?.(); // 3. the first is kept
      await first;
      await expect(second).rejects.toThrow(SettingsChangedError);
      expect(settings.current).toMatchObject({ capacity: 9, attempts: 3 });
      expect(gates).toHaveLength(1);
    });
  });

  it("are changed by those alone whom the policy lets, and the audit log names settings and never values", async () => {
    const policy = { authorize: (request: { readonly actor: { readonly id: string } }) => request.actor.id === "ana" };
    const events: BotEvent[] = [];
    await withBot({ policy }, async (bot) => {
      bot.subscribe((event) => events.push(event));
      const eve = { ...actor, id: "eve" };
      await expect(bot.settings.change({ instructions: "canary" }, { actor: eve })).rejects.toThrow(NotAuthorizedError);
      await bot.settings.change({ instructions: "canary", attempts: 2 }, { actor, reason: "tidying" });
      await bot.settings.change({ attempts: 2 }, { actor });
      await expect(bot.settings.change({ attempts: 99 }, { actor })).rejects.toThrow(InvalidInputError);
      const audit = await bot.audit(9);
      expect(audit.map(({ outcome, target }) => `${outcome}: ${target}`)).toEqual([
        "failed: attempts",
        "nothing to do: attempts",
        "done: attempts, instructions",
        "denied: instructions",
      ]);
      expect(audit.every(({ operation }) => operation === "config.change")).toBe(true);
      expect(events).toMatchObject([{ type: "config.change", settings: ["attempts", "instructions"], actor }]);
      expect(JSON.stringify([audit, events])).not.toContain("canary");
    });
  });
});

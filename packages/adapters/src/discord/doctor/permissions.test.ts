import { PermissionFlagsBits } from "discord.js";
import { expect, it } from "vitest";
import { missingPermissions } from "./permissions.ts";

it("asks nothing more for administrators, whom Discord grants the rest without saying so", () => {
  expect(missingPermissions(PermissionFlagsBits.Administrator)).toEqual([]);
  expect(missingPermissions(PermissionFlagsBits.ManageGuild)).toHaveLength(8);
});

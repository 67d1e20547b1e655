import type { Right } from "@keyturn/core";
import { PermissionFlagsBits, type PermissionsBitField } from "discord.js";

/** What Discord lets a person do in the place where they act. Nobody keeps order in direct messages. */
export function rightsOf(permissions: Readonly<PermissionsBitField> | null | undefined): readonly Right[] {
  if (permissions === null || permissions === undefined) return [];
  if (permissions.has(PermissionFlagsBits.Administrator)) return ["administrator"];
  const keepsOrder = [PermissionFlagsBits.ManageMessages, PermissionFlagsBits.ManageThreads];
  return keepsOrder.some((bit) => permissions.has(bit, false)) ? ["moderator"] : [];
}

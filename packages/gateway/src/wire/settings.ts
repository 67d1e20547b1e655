import { z } from "zod";

/** What is to be changed of a session's settings: what is left out stays, null takes away. */
export interface WireSettingsChange {
  /** 1 to 200 characters. */
  readonly title?: string | null | undefined;
  /** `provider/model`; null: the bot's default. */
  readonly model?: string | null | undefined;
  readonly pinned?: boolean | undefined;
  /** True: messages are kept and not answered. False: those that come from now on are answered again. */
  readonly muted?: boolean | undefined;
}

/** The form of a `WireSettingsChange`; at least one member is asked for. */
export const settingsChangeSchema: z.ZodType<WireSettingsChange> = z
  .strictObject({
    title: z.string().min(1).max(200).nullable().optional(),
    model: z
      .string()
      .max(256)
      .regex(/^[^/\s]+\/\S+$/, 'must be written as "provider/model"')
      .nullable()
      .optional(),
    pinned: z.boolean().optional(),
    muted: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "must name what to change: title, model, pinned or muted")
  .meta({ id: "SettingsChange" });

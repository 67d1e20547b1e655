import { z } from "zod";
import { type GrantedRole, grantedRoles } from "../guard/role.ts";
import type { RightsSource } from "./caller.ts";

/** An access token at rest. Times are in milliseconds since 1970. */
export interface TokenRecord {
  /** `t_` and 12 characters, which the token itself also begins with. */
  readonly id: string;
  /** Whose it is, or what for. */
  readonly label: string;
  readonly role: GrantedRole;
  /** SHA-256 of the whole token: 32 random bytes are in it, so that nothing slower is needed. */
  readonly digest: string;
  readonly createdAt: number;
  /** To within five minutes; null when it was never used. */
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A login session at rest: what the cookie of a browser stands for. Times are in milliseconds since 1970. */
export interface LoginRecord {
  /** `l_` and 12 characters. */
  readonly id: string;
  /** SHA-256 of the cookie's value. */
  readonly digest: string;
  /** In whose name it acts. */
  readonly actorId: string;
  readonly label: string;
  readonly role: GrantedRole;
  readonly source: RightsSource;
  /**
   * Of a login by the operator's token: that token under a key which only the cookie holds. It shows whether the token is
   * still the same, and nothing else: whoever reads the file cannot try tokens against it.
   */
  readonly binding: string | null;
  readonly createdAt: number;
  /** To within five minutes. */
  readonly lastUsedAt: number;
  readonly revokedAt: number | null;
}

/** Everything that an access store keeps. */
export interface AccessRecords {
  readonly tokens: readonly TokenRecord[];
  readonly logins: readonly LoginRecord[];
}

/** What a store has before anything was put into it. */
export const noAccessRecords: AccessRecords = Object.freeze({ tokens: [], logins: [] });

const common = {
  id: z.string(),
  label: z.string(),
  role: z.enum(grantedRoles),
  digest: z.string(),
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
};

/** The form of `AccessRecords`. */
export const accessRecordsSchema: z.ZodType<AccessRecords> = z.object({
  tokens: z.array(z.object({ ...common, lastUsedAt: z.number().nullable() })),
  logins: z.array(
    z.object({
      ...common,
      actorId: z.string(),
      source: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("operator") }),
        z.object({ kind: z.literal("token"), tokenId: z.string() }),
        z.object({ kind: z.literal("proxy") }),
      ]),
      binding: z.string().nullable(),
      lastUsedAt: z.number(),
    }),
  ),
});

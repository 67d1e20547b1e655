import { z } from "zod";
import { type GrantedRole, grantedRoles } from "../guard/role.ts";
import { timestampSchema } from "./fields.ts";

/** What somebody may do: a viewer reads, an operator acts on conversations, an admin changes the bot. */
export type WireRole = GrantedRole;

/** An access token, without the token. */
export interface WireToken {
  readonly id: string;
  readonly label: string;
  readonly role: WireRole;
  readonly createdAt: string;
  /** To within five minutes; null when it was never used. */
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** An access token that was just made. */
export interface WireNewToken extends WireToken {
  /** The token itself: in this answer, and never again. */
  readonly token: string;
}

/** Every access token, revoked ones included. */
export interface WireTokenList {
  readonly items: readonly WireToken[];
}

/** What a token is made of. */
export interface WireTokenRequest {
  /** Whose it is, or what for; 1 to 100 characters on one line. */
  readonly label: string;
  readonly role: WireRole;
}

/** What a login code is made of. */
export interface WireCodeRequest {
  /** Whoever is to log in; 1 to 100 characters on one line. Default: whoever makes the code. */
  readonly label?: string | undefined;
  /** Default: that of whoever makes the code. */
  readonly role?: WireRole | undefined;
}

/** A code that lets somebody log in once. */
export interface WireLoginCode {
  readonly code: string;
  readonly expiresAt: string;
}

/** What somebody logs in with. */
export type WireLoginRequest = { readonly code: string } | { readonly token: string };

/** Who somebody is. */
export interface WirePrincipal {
  readonly id: string;
  readonly label: string;
}

/** Whoever asks. */
export interface WireMe {
  readonly actor: WirePrincipal;
  readonly role: WireRole;
  /** The login session; null with a token. */
  readonly loginId: string | null;
  /** What they may ask for, by the names that the routes have. */
  readonly operations: readonly string[];
}

/** A login session in force. */
export interface WireLogin {
  readonly id: string;
  readonly actor: WirePrincipal;
  readonly role: WireRole;
  readonly createdAt: string;
  /** To within five minutes. */
  readonly lastUsedAt: string;
  /** When it ends at the latest. */
  readonly expiresAt: string;
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean;
}

/** Login sessions in force. */
export interface WireLoginList {
  readonly items: readonly WireLogin[];
}

const roleSchema = z.enum(grantedRoles);

const labelSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, "must be on one line, without control characters");

const tokenFields = {
  id: z.string(),
  label: z.string(),
  role: roleSchema,
  createdAt: timestampSchema,
  lastUsedAt: timestampSchema.nullable(),
  revokedAt: timestampSchema.nullable(),
};

/** The form of a `WireNewToken`. */
export const newTokenSchema: z.ZodType<WireNewToken> = z
  .object({ ...tokenFields, token: z.string() })
  .meta({ id: "NewToken" });

/** The form of a `WireTokenList`. */
export const tokenListSchema: z.ZodType<WireTokenList> = z
  .object({ items: z.array(z.object(tokenFields).meta({ id: "Token" })) })
  .meta({ id: "TokenList" });

/** The form of a `WireTokenRequest`. */
export const tokenRequestSchema: z.ZodType<WireTokenRequest> = z
  .strictObject({ label: labelSchema, role: roleSchema })
  .meta({ id: "TokenRequest" });

/** The form of a `WireCodeRequest`. */
export const codeRequestSchema: z.ZodType<WireCodeRequest> = z
  .strictObject({ label: labelSchema.optional(), role: roleSchema.optional() })
  .meta({ id: "CodeRequest" });

/** The form of a `WireLoginCode`. */
export const loginCodeSchema: z.ZodType<WireLoginCode> = z
  .object({ code: z.string(), expiresAt: timestampSchema })
  .meta({ id: "LoginCode" });

/** The form of a `WireLoginRequest`. */
export const loginRequestSchema: z.ZodType<WireLoginRequest> = z
  .union([z.strictObject({ code: z.string().min(1).max(50) }), z.strictObject({ token: z.string().min(1).max(512) })])
  .meta({ id: "LoginRequest" });

const principalSchema = z.object({ id: z.string(), label: z.string() });

/** The form of a `WireMe`. */
export const meSchema: z.ZodType<WireMe> = z
  .object({
    actor: principalSchema,
    role: roleSchema,
    loginId: z.string().nullable(),
    operations: z.array(z.string()),
  })
  .meta({ id: "Me" });

/** The form of a `WireLoginList`. */
export const loginListSchema: z.ZodType<WireLoginList> = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          actor: principalSchema,
          role: roleSchema,
          createdAt: timestampSchema,
          lastUsedAt: timestampSchema,
          expiresAt: timestampSchema,
          isCurrent: z.boolean(),
        })
        .meta({ id: "Login" }),
    ),
  })
  .meta({ id: "LoginList" });

import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How something that was asked for ended. */
export const auditOutcomes = ["done", "denied", "nothing to do", "failed"] as const;

/** One line of the audit log. It never holds message text. */
export interface WireAuditEntry {
  /** RFC 3339. */
  readonly at: string;
  readonly actor: {
    readonly kind: string;
    readonly id: string;
    /** A name for people, where there is one. */
    readonly label: string | null;
    readonly surface: string;
  };
  readonly operation: string;
  readonly sessionId: string | null;
  /** What else it was about: a schedule, a token, a login, an adapter, a plugin, the names of settings. */
  readonly target: string | null;
  /** Where the request came from, where that is known. */
  readonly address: string | null;
  /** Why, in the actor's words. */
  readonly reason: string;
  readonly outcome: (typeof auditOutcomes)[number];
}

/** A page of the audit log, newest first. */
export interface WireAudit {
  readonly items: readonly WireAuditEntry[];
  /** For the page after this one; null when there is none. */
  readonly nextCursor: string | null;
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the audit log. */
export interface WireAuditQuery {
  /** The actor's id. */
  readonly actor?: string | undefined;
  /** Such as `session.delete`. */
  readonly operation?: string | undefined;
  readonly outcome?: (typeof auditOutcomes)[number] | undefined;
  /** Such as `http`, `dashboard`, `command-line`, or a channel adapter's name. */
  readonly surface?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Not before this: RFC 3339. */
  readonly since?: string | undefined;
  /** Before this: RFC 3339. */
  readonly until?: string | undefined;
  /** The `nextCursor` of the page before, of the same query. */
  readonly cursor?: string | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
}

/** The form of a `WireAudit`. */
export const auditSchema: z.ZodType<WireAudit> = z
  .object({
    items: z.array(
      z.object({
        at: timestampSchema,
        actor: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable(), surface: z.string() }),
        operation: z.string(),
        sessionId: z.string().nullable(),
        target: z.string().nullable(),
        address: z.string().nullable(),
        reason: z.string(),
        outcome: z.enum(auditOutcomes),
      }),
    ),
    nextCursor: z.string().nullable(),
    asOf: timestampSchema,
  })
  .meta({ id: "Audit" });

import { absoluteMilliseconds } from "../access/access-register.ts";
import type { LoginRecord, TokenRecord } from "../access/access-records.ts";
import type { WireLogin, WireToken } from "../wire/access.ts";
import { presentTime } from "./timestamp.ts";

/** A token as clients see it. */
export function presentToken({ id, label, role, createdAt, lastUsedAt, revokedAt }: TokenRecord): WireToken {
  return {
    id,
    label,
    role,
    createdAt: presentTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : presentTime(lastUsedAt),
    revokedAt: revokedAt === null ? null : presentTime(revokedAt),
  };
}

/** A login as clients see it. @param current the login that asks. */
export function presentLogin(login: LoginRecord, current: string | undefined): WireLogin {
  const { id, actorId, label, role, createdAt, lastUsedAt } = login;
  return {
    id,
    actor: { id: actorId, label },
    role,
    createdAt: presentTime(createdAt),
    lastUsedAt: presentTime(lastUsedAt),
    expiresAt: presentTime(createdAt + absoluteMilliseconds),
    isCurrent: id === current,
  };
}

import type { Clock, Logger } from "@keyturn/core";
import type { CheckedGatewayOptions, GatewayOptions } from "../gateway-options.ts";
import { Authenticator } from "../guard/authenticator.ts";
import { ProxyIdentity } from "../guard/proxy-identity.ts";
import type { SecretVerifier } from "../guard/secret-verifier.ts";
import type { TrustedProxies } from "../guard/trusted-proxies.ts";
import type { VisitorDoor } from "../visitors/visitor-door.ts";
import type { AccessParts } from "./access-parts.ts";
import { AccessRegister } from "./access-register.ts";
import { MemoryAccessStore } from "./access-store.ts";
import { LoginCodes } from "./login-codes.ts";
import { LoginCookie } from "./login-cookie.ts";
import { LoginDesk } from "./login-desk.ts";

/** What the parts about access need from outside. */
export interface AccessSurroundings extends Pick<AccessParts, "operationsOf"> {
  readonly clock: Clock;
  readonly log: Logger;
  readonly proxies: TrustedProxies;
  /** Told after something was revoked; must not throw. */
  readonly onRevoke: () => void;
  /** Where every guess is charged. */
  readonly verifier: SecretVerifier;
  /** Undefined where there are no visitors. */
  readonly visitors: VisitorDoor | undefined;
}

/** Who may come in, ready for the guard and the routes. */
export interface Access {
  readonly authenticator: Authenticator;
  readonly parts: AccessParts;
}

/** Joins the parts about access: one register, one budget of wrong tries. */
export function composeAccess(
  { bot, token, access, proxyIdentity }: GatewayOptions,
  { publicUrl, basePath }: CheckedGatewayOptions,
  { clock, log, proxies, onRevoke, operationsOf, verifier, visitors }: AccessSurroundings,
): Access {
  const register = new AccessRegister(access ?? new MemoryAccessStore(), clock, log, onRevoke);
  const cookie = new LoginCookie(publicUrl, basePath);
  const codes = new LoginCodes(clock);
  const identity = proxyIdentity && new ProxyIdentity(proxyIdentity, proxies);
  const authenticator = new Authenticator({ token, register, verifier, cookie, proxyIdentity: identity, visitors });
  const desk = new LoginDesk({ authenticator, verifier, register, codes });
  const parts = { register, codes, cookie, desk, verifier, audit: bot, operationsOf };
  return { authenticator, parts };
}

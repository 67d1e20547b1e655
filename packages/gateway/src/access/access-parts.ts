import type { Bot } from "@keyturn/core";
import type { GrantedRole } from "../guard/role.ts";
import type { SecretVerifier } from "../guard/secret-verifier.ts";
import type { AccessRegister } from "./access-register.ts";
import type { LoginCodes } from "./login-codes.ts";
import type { LoginCookie } from "./login-cookie.ts";
import type { LoginDesk } from "./login-desk.ts";

/** What the routes about logins and tokens work with. */
export interface AccessParts {
  readonly register: AccessRegister;
  readonly codes: LoginCodes;
  readonly cookie: LoginCookie;
  readonly desk: LoginDesk;
  /** Where every guess is charged. */
  readonly verifier: SecretVerifier;
  /** Writes down what the gateway let somebody do, or refused. */
  readonly audit: Pick<Bot, "recordAudit">;
  /** What somebody of a role may do, by the names of the route table. */
  readonly operationsOf: (role: GrantedRole) => readonly string[];
}

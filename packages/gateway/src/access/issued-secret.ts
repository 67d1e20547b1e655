import { createHash, createHmac, randomBytes } from "node:crypto";

/** A secret that was just made, and what is kept of it. */
export interface IssuedSecret {
  /** Characters that name it, readable in the secret. */
  readonly name: string;
  /** Shown once, kept by nobody. */
  readonly text: string;
  readonly digest: string;
}

const tokenForm = /^kt_([\w-]{12})_[\w-]{43}$/;
const cookieForm = /^([\w-]{12})\.[\w-]{43}$/;
const visitorForm = /^kv_([\w-]{22})_[\w-]{43}$/;

/** Makes an access token: `kt_<name>_<32 random bytes>`, in base64url. */
export function issueToken(): IssuedSecret {
  const name = randomBytes(9).toString("base64url");
  return toIssued(name, `kt_${name}_${randomBytes(32).toString("base64url")}`);
}

/** Makes the value of a login's cookie: `<name>.<32 random bytes>`, in base64url. */
export function issueCookieValue(): IssuedSecret {
  const name = randomBytes(9).toString("base64url");
  return toIssued(name, `${name}.${randomBytes(32).toString("base64url")}`);
}

/**
 * Makes a visitor's token: `kv_<name>_<32 random bytes>`, in base64url. Its name is long: no two visitors ever have one, not
 * even when the first was forgotten.
 */
export function issueVisitorToken(): IssuedSecret {
  const name = randomBytes(16).toString("base64url");
  return toIssued(name, `kv_${name}_${randomBytes(32).toString("base64url")}`);
}

/** The id of the access token that a text says it is; undefined when it has another form. */
export function tokenIdOf(text: string): string | undefined {
  const name = tokenForm.exec(text)?.[1];
  return name === undefined ? undefined : `t_${name}`;
}

/** The id of the login that a cookie's value says it is; undefined when it has another form. */
export function loginIdOf(value: string): string | undefined {
  const name = cookieForm.exec(value)?.[1];
  return name === undefined ? undefined : `l_${name}`;
}

/** The id of the visitor that a text says it is of; undefined when it has another form. */
export function visitorIdOf(text: string): string | undefined {
  const name = visitorForm.exec(text)?.[1];
  return name === undefined ? undefined : `v_${name}`;
}

/** What is kept of a secret. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Ties a login to the operator's token: see `LoginRecord.binding`. */
export function bindingOf(cookieValue: string, operatorToken: string): string {
  return createHmac("sha256", cookieValue).update(operatorToken).digest("base64url");
}

function toIssued(name: string, text: string): IssuedSecret {
  return { name, text, digest: digestOf(text) };
}

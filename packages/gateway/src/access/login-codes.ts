import type { Clock } from "@keyturn/core";
import { randomInt } from "node:crypto";
import { areSecretsEqual } from "../guard/secret.ts";
import type { GrantedRole } from "../guard/role.ts";
import type { Caller } from "./caller.ts";

/** Crockford's base 32: no letter that is taken for a digit or another letter. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The part that names a code and is no secret: a wrong try counts against the code that it names, and no other. */
const nameLength = 4;

/** The secret part: 50 bits, of which five minutes and five tries do not let anybody guess. */
const secretLength = 10;

/** How long a code can be used, in milliseconds: enough to walk to a browser. */
export const codeMilliseconds = 300_000;

/** Wrong tries after which a code is of no use any more. */
const triesPerCode = 5;

/** Codes at the same time; a further one takes the place of the oldest. */
const mostCodes = 20;

/** What a code lets somebody in as. */
export interface CodeGrant {
  readonly actorId: string;
  readonly label: string;
  readonly role: GrantedRole;
  /** Who made it: when their credentials end, so does the code. */
  readonly maker: Caller;
}

interface OpenCode {
  readonly secret: string;
  readonly grant: CodeGrant;
  /** Monotonic. */
  readonly expiresAt: number;
  wrongTries: number;
}

/** Codes that let somebody log in once. They are kept in memory alone: a restart ends them. */
export class LoginCodes {
  readonly #clock: Clock;
  readonly #open = new Map<string, OpenCode>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a code, such as `7K3M-Q9XTB-2F8HZ`. */
  create(grant: CodeGrant): string {
    const name = randomText(nameLength);
    const secret = randomText(secretLength);
    this.#open.delete(name);
    this.#open.set(name, {
      secret,
      grant,
      expiresAt: this.#clock.monotonic() + codeMilliseconds,
      wrongTries: 0,
    });
    const [oldest] = this.#open.keys();
    if (this.#open.size > mostCodes && oldest !== undefined) this.#open.delete(oldest);
    return `${name}-${secret.slice(0, 5)}-${secret.slice(5)}`;
  }

  /** Uses a code up; undefined when it is wrong, used, burnt or too old. */
  take(text: string): CodeGrant | undefined {
    const plain = normalize(text);
    const name = plain.slice(0, nameLength);
    const code = this.#open.get(name);
    if (code === undefined) return undefined;
    if (this.#clock.monotonic() >= code.expiresAt) {
      this.#open.delete(name);
      return undefined;
    }
    if (areSecretsEqual(plain.slice(nameLength), code.secret)) {
      this.#open.delete(name);
      return code.grant;
    }
    code.wrongTries += 1;
    if (code.wrongTries >= triesPerCode) this.#open.delete(name);
    return undefined;
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** What somebody typed from paper: in either case, with or without hyphens, with the letters that there are none of. */
function normalize(text: string): string {
  return text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

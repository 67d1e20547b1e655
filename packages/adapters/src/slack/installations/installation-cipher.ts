import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { z } from "zod";

/** Bytes of a nonce and of a tag of AES-GCM; NIST SP 800-38D. */
const nonceBytes = 12;
const tagBytes = 16;

const sealedSchema: z.ZodType<Sealed> = z.object({ version: z.literal(1), key: z.string(), sealed: z.string() });

/** An encrypted text as it is kept. */
export interface Sealed {
  readonly version: 1;
  /** Names the key; tells nothing about it. */
  readonly key: string;
  /** Nonce, tag and text, base64url. */
  readonly sealed: string;
}

/** What opening came to. `unknown-key`: sealed with a key that is not here; `damaged`: changed, or of another workspace. */
export type Opened =
  | { readonly kind: "opened"; readonly text: string; readonly isNewestKey: boolean }
  | { readonly kind: "unknown-key" | "damaged" };

interface Key {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Encrypts what must not lie open in a store: AES-256-GCM, bound to the workspace that it belongs to. */
export class InstallationCipher {
  readonly #newest: Key;
  readonly #keys: readonly Key[];

  /** @param secrets the first one seals; the others open what was sealed before. At least one, of 32 characters or more. */
  constructor(secrets: readonly [string, ...string[]]) {
    const [newest, ...older] = secrets;
    this.#newest = keyOf(newest);
    this.#keys = [this.#newest, ...older.map(keyOf)];
  }

  seal(teamId: string, text: string): Sealed {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#newest.bytes, nonce).setAAD(boundTo(teamId));
    const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    const sealed = Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url");
    return { version: 1, key: this.#newest.name, sealed };
  }

  open(teamId: string, kept: unknown): Opened {
    const read = sealedSchema.safeParse(kept);
    if (!read.success) return { kind: "damaged" };
    const key = this.#keys.find(({ name }) => name === read.data.key);
    if (key === undefined) return { kind: "unknown-key" };
    const bytes = Buffer.from(read.data.sealed, "base64url");
    try {
      const nonce = bytes.subarray(0, nonceBytes);
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, nonce, options).setAAD(boundTo(teamId));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return { kind: "opened", text: plain.toString("utf8"), isNewestKey: key === this.#newest };
    } catch {
      return { kind: "damaged" };
    }
  }
}

/** A key for one purpose, made of a secret: whoever learns it knows neither the secret nor the keys for other purposes. */
export function deriveKey(secret: string, purpose: string, bytes = 32): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "keyturn slack", purpose, bytes));
}

function keyOf(secret: string): Key {
  const name = Buffer.from(deriveKey(secret, "key name", 6)).toString("hex");
  return { name, bytes: deriveKey(secret, "installations") };
}

function boundTo(teamId: string): Buffer {
  return Buffer.from(`keyturn/slack/installation/1/${teamId}`, "utf8");
}

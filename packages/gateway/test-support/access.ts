import { z } from "zod";
import type { AuditEntry, AuditLog } from "@keyturn/core";
import type { GrantedRole } from "../src/index.ts";
import type { TestAnswer } from "./exchange.ts";
import type { OpenGateway } from "./open-gateway.ts";

/** An audit log that a test looks at. */
export class RecordingAudit implements AuditLog {
  readonly entries: AuditEntry[] = [];

  append(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }

  newest(): ReturnType<AuditLog["newest"]> {
    return Promise.resolve([]);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Each entry as `operation outcome`. */
  get outcomes(): readonly string[] {
    return this.entries.map(({ operation, outcome }) => `${operation} ${outcome}`);
  }
}

/** The header with a bearer token. */
export function bearerOf(token: string): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${token}` };
}

/** Makes an access token with the operator's. */
export async function makeToken(open: OpenGateway, role: GrantedRole, label: string = role) {
  const answer = await open.ask("POST", "/tokens", { label, role });
  return z.object({ id: z.string(), token: z.string() }).parse(answer.json());
}

/** Makes a login code with the operator's token. */
export async function makeCode(open: OpenGateway, request: object = {}): Promise<string> {
  const answer = await open.ask("POST", "/auth/codes", request);
  return z.object({ code: z.string() }).parse(answer.json()).code;
}

/** Posts to the login, without any credentials but those in the body. */
export function postLogin(open: OpenGateway, body: object, from?: string): Promise<TestAnswer> {
  return open.exchange({
    method: "POST",
    path: "/api/v1/auth/login",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    from,
  });
}

/** The cookie that an answer gave, as a browser sends it back; throws when it gave none. */
export function cookieOf(answer: TestAnswer): string {
  const [cookie] = answer.headers["set-cookie"] ?? [];
  if (cookie === undefined) throw new Error(`No cookie came: ${answer.status} ${answer.text}`);
  return cookie.split(";", 1)[0] ?? "";
}

/** Logs in with a code of a role. */
export async function logIn(open: OpenGateway, request: object = {}): Promise<string> {
  return cookieOf(await postLogin(open, { code: await makeCode(open, request) }));
}

/** The headers that a page of the gateway's own sends with a change. */
export function pageHeaders(open: OpenGateway, cookie: string): Readonly<Record<string, string>> {
  return {
    Cookie: cookie,
    Origin: open.url,
    "Sec-Fetch-Site": "same-origin",
    "X-Gateway": "1",
  };
}

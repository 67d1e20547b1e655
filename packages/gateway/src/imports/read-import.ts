import { setImmediate } from "node:timers/promises";
import type { ImportedSession, NewTranscriptEntry } from "@keyturn/core";
import type { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { findPrototypeMember, isNestedDeeper } from "./hostile-json.ts";
import { hostileFault, importFault, schemaFaults } from "./import-fault.ts";
import {
  type ImportEntry,
  type ImportHead,
  documentSchema,
  firstLineSchema,
  importEntrySchema,
  lastLineSchema,
} from "./import-schema.ts";

/** Deepest nesting that is taken: inputs and outputs of tools, which are the deepest, seldom nest ten deep. */
const maximumDepth = 64;

/** Entries that are read before others have their turn: reading as many takes a few milliseconds. */
const batchLength = 100;

/**
 * Reads an export that is one JSON value. Others have their turn while its entries are read.
 * @throws Problem `BODY_MALFORMED` when it is not JSON, or hostile; `IMPORT_INVALID` when it is not a whole export.
 */
export async function readJson(text: string): Promise<ImportedSession> {
  if (isNestedDeeper(text, maximumDepth)) throw tooDeep("body");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem("BODY_MALFORMED", "The body is not JSON. Send one JSON value in UTF-8.", { cause });
  }
  const { session, entries: values } = check("", withoutEntries(value), documentSchema, value);
  const reader = new EntryReader(session);
  for (const [index, entry] of values.entries()) await reader.read(`entries/${index}`, entry);
  return reader.finish("entries");
}

/**
 * Reads an export in lines. Others have their turn while it is read.
 * @throws Problem as `readJson`; each names the line.
 */
export async function readJsonLines(text: string): Promise<ImportedSession> {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const last = lines.length;
  const { session } = parseLine(1, lines[0] ?? "", firstLineSchema);
  const reader = new EntryReader(session);
  for (let number = 2; number < last; number += 1) {
    await reader.read(`line ${number}`, parseText(`line ${number}`, lines[number - 1] ?? ""));
  }
  if (last < 2) throw importFault("line 2", "is missing: the export broke off");
  const end = parseLine(last, lines[last - 1] ?? "", lastLineSchema);
  if (end.entries !== reader.count) {
    throw importFault(`line ${last}`, `says that ${end.entries} entries came; there are ${reader.count}`);
  }
  return reader.finish(`line ${last}`);
}

/** Reads the entries of an export one after the other. */
class EntryReader {
  readonly #head: ImportHead;
  readonly #entries: NewTranscriptEntry[] = [];

  constructor(head: ImportHead) {
    this.#head = head;
  }

  get count(): number {
    return this.#entries.length;
  }

  async read(place: string, value: unknown): Promise<void> {
    if (this.count % batchLength === batchLength - 1) await setImmediate();
    const { sequence, entry }: ImportEntry = check(place, value, importEntrySchema);
    if (sequence !== this.count) {
      throw importFault(`${place}/sequence`, `must be ${this.count}, is ${sequence}: an entry is missing`);
    }
    this.#entries.push(entry);
  }

  finish(place: string): ImportedSession {
    const { entries: expected, ...session } = this.#head;
    if (expected !== this.count) {
      throw importFault(place, `The session has ${expected} entries; there are ${this.count}: the export broke off`);
    }
    return { ...session, entries: this.#entries };
  }
}

function parseLine<Value>(number: number, line: string, schema: z.ZodType<Value>): Value {
  return check(`line ${number}`, parseText(`line ${number}`, line), schema);
}

function parseText(place: string, text: string): unknown {
  if (isNestedDeeper(text, maximumDepth)) throw tooDeep(place);
  try {
    return JSON.parse(text);
  } catch {
    throw importFault(place, "is not JSON");
  }
}

/** @param looked what is looked through for hostile members; the rest of the value is looked through later. */
function check<Value>(place: string, looked: unknown, schema: z.ZodType<Value>, value: unknown = looked): Value {
  const member = findPrototypeMember(looked);
  if (member !== undefined) throw hostileFault(place === "" ? member : `${place}/${member}`, "is not taken");
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw schemaFaults(place, parsed.error);
}

function withoutEntries(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("entries" in value) || !Array.isArray(value.entries))
    return value;
  // An assignment to `__proto__` would lose it, and it is what is looked for.
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "entries"));
}

function tooDeep(place: string): Problem {
  return hostileFault(place, `nests deeper than ${maximumDepth} levels`);
}

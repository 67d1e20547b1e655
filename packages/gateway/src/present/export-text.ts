import type { SessionReading } from "@keyturn/core";
import { type WireExportEnd, type WireExportHead, exportFormatName } from "../wire/export.ts";
import { presentSession } from "./session.ts";
import { presentTime } from "./timestamp.ts";
import { presentEntry } from "./transcript.ts";

/** An export as one JSON value, bit by bit. `at` is now, in milliseconds since 1970. */
export async function* writeJson(reading: SessionReading, at: number): AsyncGenerator<string> {
  const head = JSON.stringify(headOf(reading, at));
  yield `${head.slice(0, -1)},"entries":[`;
  let separator = "";
  for await (const page of reading.pages) {
    if (page.length === 0) continue;
    yield separator + page.map((entry) => JSON.stringify(presentEntry(entry))).join(",");
    separator = ",";
  }
  yield "]}";
}

/** An export in lines: the head, an entry each, and an end that tells a whole export from one that broke off. */
export async function* writeJsonLines(reading: SessionReading, at: number): AsyncGenerator<string> {
  yield toLine({ type: "session", ...headOf(reading, at) });
  let entries = 0;
  for await (const page of reading.pages) {
    yield page.map((entry) => toLine(presentEntry(entry))).join("");
    entries += page.length;
  }
  const end: WireExportEnd = { type: "end", entries };
  yield toLine(end);
}

function headOf({ session }: SessionReading, at: number): WireExportHead {
  return { format: exportFormatName, session: presentSession(session), exportedAt: presentTime(at) };
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

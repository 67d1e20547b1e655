import { describe, expect, it } from "vitest";
import { sniffMediaType } from "./media-type.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("sniffMediaType", () => {
  it.each([
    { what: "an image", bytes: png, type: "image/png" },
    { what: "a document", bytes: Buffer.from("%PDF-1.7\n"), type: "application/pdf" },
    { what: "a text", bytes: Buffer.from("Grüße,\n\tAda"), type: "text/plain" },
    { what: "a text that is cut within a character", bytes: Buffer.from("ü".repeat(40_000)), type: "text/plain" },
    { what: "a page", bytes: Buffer.from("\n<!DOCTYPE html><html>"), type: "text/html" },
    { what: "anything else", bytes: Buffer.from([1, 2, 3, 0]), type: "application/octet-stream" },
    { what: "text of another encoding", bytes: Buffer.from([0x47, 0xfc, 0x20]), type: "application/octet-stream" },
    { what: "nothing", bytes: Buffer.alloc(0), type: "text/plain" },
  ])("knows $what by its bytes", async ({ bytes, type }) => {
    expect(await sniffMediaType(bytes)).toBe(type);
  });
});

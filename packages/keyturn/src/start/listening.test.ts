import { type AddressInfo, createServer } from "node:net";
import { ConfigurationError } from "@keyturn/core";
import { expect, it } from "vitest";
import { checkListening } from "./listening.ts";

it("finds a port that is free", async () => {
  await checkListening("127.0.0.1", 0);
});

it("says that a port is in use, and what to do", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const error: unknown = await checkListening("127.0.0.1", port).catch((thrown: unknown) => thrown);
  other.close();
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain(`Port ${port} of 127.0.0.1 is in use`);
  expect(String(error)).toContain("--port or KEYTURN_PORT");
});

it("says that a host is not of this machine", async () => {
  // Kept for documentation (RFC 5737): no machine has it.
  await expect(checkListening("192.0.2.1", 0)).rejects.toThrow(ConfigurationError);
  await expect(checkListening("192.0.2.1", 0)).rejects.toThrow('host is "192.0.2.1"');
});

import { isIPv6 } from "node:net";

const mappedPrefix = "::ffff:";

/**
 * Whom wrong tries are counted for. An IPv4 address is itself, also when the system shows it as `::ffff:192.0.2.1`; of an
 * IPv6 address the first 64 bits count, since whoever has one has all that begin like it.
 */
export function countedAddress(address: string): string {
  const plain = address.split("%", 1)[0]?.toLowerCase() ?? address;
  if (plain.startsWith(mappedPrefix) && plain.includes(".")) return plain.slice(mappedPrefix.length);
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly string[] {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => "0"), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
}

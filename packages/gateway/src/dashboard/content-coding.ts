import { parseAccept } from "hono/utils/accept";

/** A way in which a file lies compressed beside itself, by the name that HTTP has for it. */
export type ContentCoding = "br" | "gzip";

/** The ending of a compressed file's name, by its coding. The smallest first: of what a reader likes alike, it gets that. */
export const codingSuffixes: Readonly<Record<ContentCoding, string>> = { br: ".br", gzip: ".gz" };

const codings: readonly ContentCoding[] = ["br", "gzip"];

/**
 * The coding to answer with; undefined for none.
 * @param header `Accept-Encoding` (RFC 9110, 12.5.3); an empty one likes nothing but the file as it is.
 * @param available codings that the file is there in.
 */
export function chooseCoding(header: string, available: readonly string[]): ContentCoding | undefined {
  const wishes = parseAccept(header);
  const weightOf = (name: string) => wishes.find(({ type }) => type.toLowerCase() === name)?.q;
  const ofOthers = weightOf("*") ?? 0;
  const ofPlain = weightOf("identity") ?? 0;
  const [best] = codings
    .filter((coding) => available.includes(coding))
    .map((coding) => ({ coding, weight: weightOf(coding) ?? ofOthers }))
    .toSorted((one, other) => other.weight - one.weight);
  return best !== undefined && best.weight > 0 && best.weight >= ofPlain ? best.coding : undefined;
}

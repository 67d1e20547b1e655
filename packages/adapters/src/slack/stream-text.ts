import { partMentions } from "./text/part-mentions.ts";

/** What may become a mention or an entity when more is written. */
const undecided =
  /(?:<[^\s<>]{0,40}|&(?:[a-z]{0,3}|#x?[0-9a-f]{0,7})|(?:&lt;|&#0{0,5}60;|&#x0{0,4}3c;)[!@#]?[^\s<>;]{0,40})$/i;

/**
 * A text that grows, for a stream: what is behind it changes nothing of what came before, so that it can be sent in parts. What
 * may yet become a mention is held back; what is one is parted, so that nobody is mentioned.
 */
export function streamText(text: string): string {
  return partMentions(text.replace(undecided, ""));
}

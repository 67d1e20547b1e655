import type { Person } from "../sessions/transcript.ts";

/** Longest name that is put before a message, in characters: the longest that Slack allows ("users.profile.set"). */
const longestName = 80;

/** Tells who wrote what, where more than one person writes. */
export class SpeakerLabels {
  readonly #names = new Map<string, string>();
  readonly #owners = new Map<string, Set<string>>();

  /** @param senders everybody who wrote, oldest message first, repeats allowed: the latest name of a person counts. */
  constructor(senders: Iterable<Person>) {
    for (const { id, name } of senders) this.#names.set(id, plainName(name) || plainName(id));
    for (const [id, name] of this.#names) {
      this.#owners.set(name, (this.#owners.get(name) ?? new Set()).add(id));
    }
  }

  /** Whether more than one person writes. */
  get isGroup(): boolean {
    return this.#names.size > 1;
  }

  /** The text, in a group after `Name: `; people of one name are told apart by their ids. */
  label(sender: Person, text: string): string {
    if (!this.isGroup) return text;
    const name = this.#names.get(sender.id) ?? plainName(sender.id);
    const isShared = (this.#owners.get(name)?.size ?? 0) > 1;
    return `${isShared ? `${name} (${plainName(sender.id)})` : name}: ${text}`;
  }
}

/** On one line and without a colon: a name must not look like the beginning of somebody else's message. */
function plainName(name: string | undefined): string {
  return (name ?? "")
    .replaceAll(/[\s:]+/g, " ")
    .trim()
    .slice(0, longestName);
}

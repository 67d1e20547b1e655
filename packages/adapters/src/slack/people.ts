import { type Clock, type Logger, type Right, pause } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";
import type { SlackApi, SlackUser } from "./slack-api.ts";

/** How long a name is believed, in milliseconds: people seldom change it. */
const nameMilliseconds = 600_000;

/** Longest wait for a name, in milliseconds: Slack wants a message acknowledged within three seconds. */
const patienceMilliseconds = 700;

/** Most names that are remembered. */
const mostNames = 5_000;

/** Most names that are looked up for one message. */
const mostMentions = 10;

/** Knows the names of the people whom one workspace sees, and asks each time what they may do. */
export class People {
  readonly #teamId: string;
  readonly #api: Pick<SlackApi, "user">;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #asked = new Map<string, Promise<string>>();
  readonly #names = new Map<string, { readonly name: string; readonly until: number }>();

  constructor(teamId: string, api: Pick<SlackApi, "user">, clock: Clock, log: Logger) {
    this.#teamId = teamId;
    this.#api = api;
    this.#clock = clock;
    this.#log = log;
  }

  /** The name that people see; the id where Slack does not tell, and in time. */
  async nameOf(id: string): Promise<string> {
    const known = this.#names.get(id);
    if (known !== undefined && known.until > this.#clock.monotonic()) return known.name;
    const asked = this.#asked.get(id) ?? this.#askName(id);
    this.#asked.set(id, asked);
    return this.#inTime(asked, patienceMilliseconds, id);
  }

  /** The names of everybody whom a text mentions, as far as they are known. */
  async namesIn(text: string): Promise<ReadonlyMap<string, string>> {
    const ids = new Set([...text.matchAll(/<@([A-Z0-9]+)/g)].map(([, id = ""]) => id));
    const wanted = [...ids].slice(0, mostMentions);
    return new Map(await Promise.all(wanted.map(async (id) => [id, await this.nameOf(id)] as const)));
  }

  /**
   * What the workspace lets a person do, as it is now. None where Slack does not tell, and none for people of other
   * workspaces, who come in through shared channels: whoever runs those is nobody here.
   * @param patience the longest wait, in milliseconds; who has no rights by then has none.
   */
  async rightsOf(id: string, patience?: number): Promise<readonly Right[]> {
    const asked = this.#ask(id);
    const user = await (patience === undefined ? asked : this.#inTime(asked, patience, undefined));
    if (user === undefined) return [];
    this.#remember(id, user);
    if (user.team_id !== undefined && user.team_id !== this.#teamId) return [];
    return user.is_admin === true || user.is_owner === true ? ["administrator"] : [];
  }

  async #inTime<Answer>(asked: Promise<Answer>, milliseconds: number, otherwise: Answer): Promise<Answer> {
    const patience = new AbortController();
    try {
      const late = pause(this.#clock, milliseconds, patience.signal).then(() => otherwise);
      return await Promise.race([asked, late]);
    } finally {
      patience.abort();
    }
  }

  /** Asked once, however many wait for the same name. */
  async #askName(id: string): Promise<string> {
    const user = await this.#ask(id);
    this.#asked.delete(id);
    return user === undefined ? id : this.#remember(id, user);
  }

  async #ask(id: string): Promise<SlackUser | undefined> {
    try {
      return await this.#api.user(id);
    } catch (error) {
      this.#log.debug({ err: error, userId: id }, "Slack does not tell who somebody is.");
      return undefined;
    }
  }

  #remember(id: string, { name, real_name, profile }: SlackUser): string {
    const shown = [profile?.display_name, real_name, name].find((each) => each !== undefined && each !== "") ?? id;
    this.#names.delete(id);
    this.#names.set(id, { name: shown, until: this.#clock.monotonic() + nameMilliseconds });
    forgetOldest(this.#names, mostNames);
    return shown;
  }
}

import type { GatewayClient, WireEvent } from "@keyturn/gateway/client";

/** The events of a bot, as they come. */
export class EventRecord {
  readonly events: WireEvent[] = [];
  readonly #leaving = new AbortController();
  readonly #watchers = new Set<() => void>();
  readonly #reading: Promise<void>;
  #read = 0;
  #failure: unknown;

  constructor(client: GatewayClient) {
    this.#reading = this.#follow(client);
  }

  /** The next event of a kind that no earlier call gave, with everything before it passed over. */
  async next(isWanted: (event: WireEvent) => boolean): Promise<WireEvent> {
    for (;;) {
      while (this.#read < this.events.length) {
        const event = this.events[this.#read++];
        if (event !== undefined && isWanted(event)) return event;
      }
      if (this.#failure !== undefined) throw new Error("The events broke off.", { cause: this.#failure });
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  /** The next event of a type. */
  async nextOf<Type extends WireEvent["type"]>(type: Type): Promise<Extract<WireEvent, { type: Type }>> {
    const isOfType = (event: WireEvent): event is Extract<WireEvent, { type: Type }> => event.type === type;
    const event = await this.next(isOfType);
    if (!isOfType(event)) throw new Error("unreachable");
    return event;
  }

  async end(): Promise<void> {
    this.#leaving.abort();
    await this.#reading;
  }

  async #follow(client: GatewayClient): Promise<void> {
    try {
      for await (const event of client.events({ signal: this.#leaving.signal })) {
        this.events.push(event);
        this.#wake();
      }
    } catch (error) {
      this.#failure = error;
      this.#wake();
    }
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }
}

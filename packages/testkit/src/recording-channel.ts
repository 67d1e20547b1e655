import {
  type Channel,
  type ChannelReport,
  type DeliveryAssurance,
  type Draft,
  type DraftEnd,
  type DraftRequest,
  type OutboundPiece,
  type OverlapMode,
  type RecallRequest,
  type SentPiece,
  definePlugin,
  type Plugin,
} from "@keyturn/core";

/** How a recording channel behaves. */
export interface RecordingChannelOptions {
  /** @default "test" */
  readonly name?: string;
  /** @default "idempotent" */
  readonly assurance?: DeliveryAssurance;
  readonly overlap?: OverlapMode;
  /** Called in each send, before it takes effect: may wait, or throw as a service would. */
  readonly beforeSend?: (piece: OutboundPiece) => Promise<void> | void;
  /** Called in each send, after it took effect: a throw is an answer that got lost. */
  readonly afterSend?: (piece: OutboundPiece) => Promise<void> | void;
  /** Called in each recall, before it takes effect: may throw as a service would. */
  readonly beforeRecall?: (request: RecallRequest) => void;
  /** True for a service that never confirms the end of a draft. */
  readonly draftEndHangs?: boolean;
  /** Cuts answers into pieces. */
  readonly split?: (text: string) => readonly string[];
  /** Its start; what it reports is the test's to decide. */
  readonly onStart?: (report: (news: ChannelReport) => void) => Promise<void>;
}

/** A draft as the channel saw it. */
export interface RecordedDraft {
  readonly request: DraftRequest;
  /** The whole text at each update. */
  readonly updates: string[];
  end: DraftEnd | undefined;
}

/** A chat service in memory: remembers what was sent, shown and taken back, and deduplicates by key when it is idempotent. */
export class RecordingChannel implements Channel {
  readonly name: string;
  readonly assurance: DeliveryAssurance;
  readonly overlap: OverlapMode | undefined;
  /** What people see now, in order. */
  readonly visible: OutboundPiece[] = [];
  /** Every send that was begun, in order. */
  readonly sends: OutboundPiece[] = [];
  readonly drafts: RecordedDraft[] = [];
  readonly recalls: RecallRequest[] = [];
  readonly #options: RecordingChannelOptions;
  readonly #watchers: (() => void)[] = [];

  constructor(options: RecordingChannelOptions = {}) {
    this.#options = options;
    this.name = options.name ?? "test";
    this.assurance = options.assurance ?? "idempotent";
    this.overlap = options.overlap;
  }

  /** A plugin that brings the channel to a bot. */
  toPlugin(): Plugin {
    return definePlugin({
      name: `channel-${this.name}`,
      version: "1.0.0",
      setup: (context) => context.channel(this),
    });
  }

  /** The texts that people see now, in order. */
  get texts(): readonly string[] {
    return this.visible.map((piece) => piece.text);
  }

  /** Resolves when at least so many pieces are visible. */
  async shows(count: number): Promise<void> {
    while (this.visible.length < count) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  async start(report: (news: ChannelReport) => void): Promise<void> {
    await this.#options.onStart?.(report);
  }

  split(text: string): readonly string[] {
    return this.#options.split?.(text) ?? [text];
  }

  async send(piece: OutboundPiece): Promise<SentPiece> {
    this.sends.push(piece);
    await this.#options.beforeSend?.(piece);
    const earlier = this.#find(piece.idempotencyKey);
    if (earlier === undefined || this.assurance !== "idempotent") this.#show(piece);
    await this.#options.afterSend?.(piece);
    return { platformMessageId: piece.idempotencyKey };
  }

  find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    const isThere = this.#find(piece.idempotencyKey) !== undefined;
    return Promise.resolve(isThere ? { platformMessageId: piece.idempotencyKey } : undefined);
  }

  async recall(request: RecallRequest): Promise<void> {
    this.recalls.push(request);
    this.#options.beforeRecall?.(request);
    const piece = this.#find(request.idempotencyKey);
    if (piece !== undefined) this.visible.splice(this.visible.indexOf(piece), 1);
  }

  openDraft(request: DraftRequest): Draft {
    const draft: RecordedDraft = { request, updates: [], end: undefined };
    this.drafts.push(draft);
    return {
      update: (text) => {
        draft.updates.push(text);
        return Promise.resolve();
      },
      end: (end) => {
        draft.end = end;
        return this.#options.draftEndHangs === true ? new Promise(() => undefined) : Promise.resolve();
      },
    };
  }

  #show(piece: OutboundPiece): void {
    this.visible.push(piece);
    for (const watcher of this.#watchers.splice(0)) watcher();
  }

  #find(key: string): OutboundPiece | undefined {
    return this.visible.find((piece) => piece.idempotencyKey === key);
  }
}

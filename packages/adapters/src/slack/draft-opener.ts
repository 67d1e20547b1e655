import type { Clock, Draft, DraftRequest, Logger } from "@keyturn/core";
import { type DraftBook, EditPacer } from "@keyturn/core/channel-kit";
import type { CallBudget } from "./call-budget.ts";
import type { DraftBeginner } from "./draft-beginner.ts";
import { type DraftParts, type DraftView, SlackDraft } from "./draft.ts";
import { EditView } from "./edit-view.ts";
import { replyAddressOf } from "./place.ts";
import { QuestionReaction } from "./question-reaction.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { Sign } from "./status.ts";
import { StreamView } from "./stream-view.ts";
import { ThreadStatus } from "./thread-status.ts";

/** The parts that drafts of one workspace are opened with. */
export interface DraftOpenerParts {
  readonly api: SlackApi;
  readonly book: DraftBook;
  readonly beginner: DraftBeginner;
  /** Which questions have a reaction. */
  readonly reactions: DraftBook;
  readonly budget: CallBudget;
  readonly clock: Clock;
  readonly log: Logger;
  readonly teamId: string;
  readonly streaming: SlackOptions["streaming"];
}

/** Opens the drafts of one workspace: as Slack's streams for as long as the workspace has them, else as edits. */
export class DraftOpener {
  readonly #parts: DraftOpenerParts;
  readonly #draftParts: DraftParts;
  #hasStreams: boolean;

  constructor(parts: DraftOpenerParts) {
    const { clock, log, streaming } = parts;
    this.#parts = parts;
    this.#hasStreams = streaming === "native";
    const createView = streaming === "off" ? undefined : (request: DraftRequest) => this.#createView(request);
    const signsOf = (request: DraftRequest) => this.#signsOf(request);
    this.#draftParts = { clock, log, pacer: new EditPacer(clock), signsOf, createView };
  }

  open(request: DraftRequest): Draft {
    return new SlackDraft(this.#draftParts, request);
  }

  /** The thread's status, and where Slack has none a reaction to the question. */
  #signsOf({ key, replyAddress, runId }: DraftRequest): readonly Sign[] {
    const { api, reactions: book } = this.#parts;
    const { channel, thread, question } = replyAddressOf(key, replyAddress);
    return [
      ...(thread === undefined ? [] : [new ThreadStatus(api, { channel, thread })]),
      ...(question === undefined ? [] : [new QuestionReaction({ api, book, runId, channel, question })]),
    ];
  }

  #createView(request: DraftRequest): DraftView {
    const edits = (): DraftView => new EditView(this.#parts, request);
    // Slack streams into threads alone.
    if (!this.#hasStreams || replyAddressOf(request.key, request.replyAddress).thread === undefined) return edits();
    const fallBack = (error: unknown): DraftView => {
      this.#hasStreams &&= !isWithoutStreams(error);
      this.#parts.log.info({ err: error }, "Slack does not stream an answer; it is shown by edits.");
      return edits();
    };
    return new StreamView({ ...this.#parts, fallBack }, request);
  }
}

/** Whether the workspace has no streams at all. */
function isWithoutStreams(error: unknown): boolean {
  return ["unknown_method", "missing_scope", "not_allowed", "feature_not_enabled"].includes(slackErrorOf(error) ?? "");
}

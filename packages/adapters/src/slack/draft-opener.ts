import type { Clock, Draft, DraftRequest, Logger } from "@keyturn/core";
import { type DraftBook, EditPacer } from "@keyturn/core/channel-kit";
import type { CallBudget } from "./call-budget.ts";
import { type DraftParts, type DraftView, SlackDraft } from "./draft.ts";
import { EditView } from "./edit-view.ts";
import { replyAddressOf } from "./place.ts";
import type { SlackApi } from "./slack-api.ts";
import { slackErrorOf } from "./slack-failure.ts";
import type { SlackOptions } from "./slack-options.ts";
import { StreamView } from "./stream-view.ts";

/** The parts that drafts of one workspace are opened with. */
export interface DraftOpenerParts {
  readonly api: SlackApi;
  readonly book: DraftBook;
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
    const { api, book, clock, log, streaming } = parts;
    this.#parts = parts;
    this.#hasStreams = streaming === "native";
    const createView = streaming === "off" ? undefined : (request: DraftRequest) => this.#createView(request);
    this.#draftParts = { api, book, clock, log, pacer: new EditPacer(clock), createView };
  }

  open(request: DraftRequest): Draft {
    return new SlackDraft(this.#draftParts, request);
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

import { ApiError } from "../api/api-error.ts";
import type { DeliveryKind } from "../delivery/delivery.ts";
import type { PostOffice } from "../delivery/post-office.ts";
import type { ResponseTarget, ResponseUrls } from "../interactions/response-urls.ts";
import type { OpenView, ViewBook } from "../interactions/view-book.ts";
import { fieldOf, isFields, textOf } from "../read.ts";
import type { Account } from "../world/account.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import { Interaction, type InteractionResult, resultOf } from "./interaction.ts";

/** An interaction that is about to be delivered. */
export interface InteractionRequest {
  readonly kind: DeliveryKind;
  readonly app: SlackApp;
  readonly account: Account;
  /** The fields of the body that are its own. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where answers go; none for views. */
  readonly target?: ResponseTarget | undefined;
  /** The view that was submitted, which the acknowledgement may change. */
  readonly submitted?: OpenView | undefined;
}

/** Brings what people do to apps, and carries out what they acknowledge with. */
export class Interactivity {
  readonly #world: SlackWorld;
  readonly #office: PostOffice;
  readonly #responseUrls: ResponseUrls;
  readonly #views: ViewBook;

  constructor(world: SlackWorld, office: PostOffice, responseUrls: ResponseUrls, views: ViewBook) {
    this.#world = world;
    this.#office = office;
    this.#responseUrls = responseUrls;
    this.#views = views;
  }

  begin(request: InteractionRequest): Interaction {
    const { kind, app, account, target } = request;
    const triggerId = this.#views.issueTrigger(app.id, account.teamId, account.id);
    const responseUrl = target === undefined ? undefined : this.#responseUrls.issue(target);
    const delivery = this.#office.deliver(app, kind, {
      ...request.fields,
      token: app.verificationToken,
      api_app_id: app.id,
      trigger_id: triggerId,
      ...(responseUrl !== undefined && { response_url: responseUrl }),
    });
    const result = delivery.settled.then((outcome) => this.#carryOut(request, resultOf(outcome)));
    return new Interaction(delivery, triggerId, responseUrl, result);
  }

  /** `user` and `team` as the bodies of interactions have them. @param teamId the team, where it is not the person's own */
  presentPerson(account: Account, teamId: string = account.teamId): Readonly<Record<string, unknown>> {
    const workspace = this.#world.workspace(teamId);
    return {
      user: { id: account.id, username: account.name, name: account.name, team_id: account.teamId },
      team: { id: workspace.id, domain: workspace.domain },
      enterprise: null,
      is_enterprise_install: false,
    };
  }

  #carryOut(request: InteractionRequest, result: InteractionResult): InteractionResult {
    if (!result.isAcknowledged) return result;
    if (request.submitted !== undefined) this.#answerSubmission(request.submitted, result.answer);
    if (request.kind === "slash_commands" && request.target !== undefined) {
      return this.#answerCommand(request.target, result);
    }
    return result;
  }

  /** A command's acknowledgement may carry a message. */
  #answerCommand(target: ResponseTarget, result: InteractionResult): InteractionResult {
    const { answer } = result;
    if (answer === undefined) return result;
    try {
      this.#responseUrls.answer(target, isFields(answer) ? answer : { text: textOf(answer) ?? "" });
      return result;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { isAcknowledged: true, error: error.code, answer };
    }
  }

  /** A submitted view closes, unless the acknowledgement says that it stays, changes or leads on. */
  #answerSubmission(submitted: OpenView, answer: unknown): void {
    const action = textOf(fieldOf(answer, "response_action"));
    const view = fieldOf(answer, "view");
    if (action === "errors") return;
    if ((action === "update" || action === "push") && isModal(view)) {
      if (action === "update") this.#views.update(submitted, view);
      else this.#views.open(submitted, view, submitted);
      return;
    }
    submitted.isOpen = false;
    this.#world.notices.tell(`view ${submitted.id} closed`);
  }
}

function isModal(view: unknown): view is OpenView["view"] {
  return fieldOf(view, "type") === "modal";
}

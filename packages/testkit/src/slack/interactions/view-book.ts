import type { View } from "@slack/types";
import { slackLimits } from "../limits.ts";
import type { SlackWorld } from "../world/slack-world.ts";

/** A modal or a home tab that an app shows to a person. */
export interface OpenView {
  readonly id: string;
  readonly appId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly rootId: string;
  readonly previousId: string | undefined;
  view: View;
  hash: string;
  isOpen: boolean;
}

/** Who may open a view for whom, and until when. */
interface Trigger {
  readonly appId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly expiresAt: number;
}

/** Views that are shown, and the triggers with which they may be opened: once each, within three seconds. */
export class ViewBook {
  /** Every view that was ever shown, in order. */
  readonly views: OpenView[] = [];
  readonly #world: SlackWorld;
  readonly #triggers = new Map<string, Trigger>();
  readonly #used = new Set<string>();

  constructor(world: SlackWorld) {
    this.#world = world;
  }

  issueTrigger(appId: string, teamId: string, userId: string): string {
    const id = this.#world.ids.secret("trigger.");
    const expiresAt = this.#world.clock.now() + slackLimits.triggerLife;
    this.#triggers.set(id, { appId, teamId, userId, expiresAt });
    return id;
  }

  /** Uses up a trigger. It says what is wrong with one that is not good. */
  redeem(
    triggerId: string,
    appId: string,
  ): Trigger | "invalid_trigger_id" | "expired_trigger_id" | "exchanged_trigger_id" {
    const trigger = this.#triggers.get(triggerId);
    if (trigger === undefined || trigger.appId !== appId) return "invalid_trigger_id";
    if (trigger.expiresAt <= this.#world.clock.now()) return "expired_trigger_id";
    if (this.#used.has(triggerId)) return "exchanged_trigger_id";
    this.#used.add(triggerId);
    return trigger;
  }

  /** Shows a view. */
  open(
    trigger: { readonly appId: string; readonly teamId: string; readonly userId: string },
    view: View,
    below?: OpenView,
  ): OpenView {
    const id = this.#world.ids.next("V");
    const { appId, teamId, userId } = trigger;
    const opened = {
      id,
      appId,
      teamId,
      userId,
      rootId: below?.rootId ?? id,
      previousId: below?.id,
      view,
      hash: this.#hash(),
      isOpen: true,
    };
    this.views.push(opened);
    this.#world.notices.tell(`view ${id} opened`);
    return opened;
  }

  update(opened: OpenView, view: View): void {
    opened.view = view;
    opened.hash = this.#hash();
    this.#world.notices.tell(`view ${opened.id} updated`);
  }

  find(id: string): OpenView | undefined {
    return this.views.find((view) => view.id === id);
  }

  #hash(): string {
    return this.#world.ids.ts();
  }
}

/** A view as answers and interactions carry it. */
export function presentView(opened: OpenView, values: object = {}): object {
  return {
    id: opened.id,
    team_id: opened.teamId,
    app_id: opened.appId,
    root_view_id: opened.rootId,
    previous_view_id: opened.previousId ?? null,
    hash: opened.hash,
    private_metadata: "",
    callback_id: "",
    ...opened.view,
    state: { values },
  };
}

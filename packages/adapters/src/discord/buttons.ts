import type { RunId } from "@keyturn/core";
import type { RunButton } from "@keyturn/core/channel-kit";
import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
} from "discord.js";
import { formatButtonId } from "./text/button-id.ts";

/** A row with one button. */
export type ButtonRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The button under an answer that is being written. */
export function stopRow(runId: RunId): ButtonRow {
  return rowOf({ action: "stop", runId }, "Stop", "⏹️");
}

/** The button under an answer that is there. */
export function regenerateRow(runId: RunId): ButtonRow {
  return rowOf({ action: "regenerate", runId }, "Regenerate", "🔁");
}

function rowOf(button: RunButton, label: string, emoji: string): ButtonRow {
  const custom_id = formatButtonId(button);
  const component = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label,
    emoji: { name: emoji },
    custom_id,
  };
  return {
    type: ComponentType.ActionRow,
    components: [{ ...component, type: ComponentType.Button, style: ButtonStyle.Secondary }],
  };
}

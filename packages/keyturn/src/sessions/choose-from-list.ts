import { autocompleteMultiselect, isCancel } from "@clack/prompts";
import type { WireSession } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { fitText } from "../command-line/text-width.ts";
import type { Change } from "./change.ts";
import { describeConversation, describeState } from "./session-table.ts";

const previewColumns = 40;

/** Lets a person choose sessions in the terminal, searching as they type; none when they change their mind. */
export async function chooseFromList(change: Change, sessions: readonly WireSession[]): Promise<readonly string[]> {
  if (sessions.length === 0) return [];
  const chosen = await autocompleteMultiselect({
    message: `Which sessions to ${change}? Tab or space chooses, Enter ${change}s, Esc leaves.`,
    options: sessions.map((session) => ({
      value: session.id,
      label: `${describeConversation(session)}  ${fitText(printableLine(session.preview), previewColumns)}`,
      hint: describeState(session),
    })),
    required: false,
  });
  return isCancel(chosen) ? [] : chosen;
}

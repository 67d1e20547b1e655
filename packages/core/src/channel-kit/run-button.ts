import { KeyturnError, NotAuthorizedError } from "../errors.ts";
import type { RunId, SessionId } from "../identifiers.ts";
import type { RegenerateResult, StopResult } from "../sessions/session-demands.ts";
import type { SessionKey } from "../sessions/session-key.ts";

/** What a button below an answer does with the run that wrote it. */
export interface RunButton {
  readonly action: "stop" | "regenerate";
  readonly runId: RunId;
}

/** What a button needs of the control that its presser has. */
interface RunControl {
  find(key: SessionKey): Promise<SessionId | undefined>;
  stop(id: SessionId, reason: string, runId: RunId): Promise<Pick<StopResult, "stoppedRunId">>;
  regenerate(id: SessionId, reason: string, runId: RunId): Promise<Pick<RegenerateResult, "kind">>;
}

const reason = "the button below the answer";

const notAllowed = "You may not use this button in this conversation. Ask whoever began it, or whoever runs this bot.";

/** What a person is told whose answer is not written anew. */
const regenerateRefusals: Readonly<Record<Exclude<RegenerateResult["kind"], "regenerated">, string>> = {
  nothing: "The conversation has gone on: only its newest answer can be written anew.",
  busy: "I am still writing here. Stop that first.",
};

/**
 * Does what a button below an answer says, in the name of whoever pressed it.
 * @param control what that person may ask of conversations.
 * @returns what they are to be told, best seen by nobody else; undefined when they see what happened.
 * @throws what is no error of Keyturn's own.
 */
export async function pressRunButton(
  control: RunControl,
  key: SessionKey,
  button: RunButton,
): Promise<string | undefined> {
  try {
    return await press(control, key, button);
  } catch (error) {
    if (error instanceof NotAuthorizedError) return notAllowed;
    if (error instanceof KeyturnError) return error.message;
    throw error;
  }
}

async function press(control: RunControl, key: SessionKey, { action, runId }: RunButton): Promise<string | undefined> {
  const id = await control.find(key);
  if (id === undefined) return "This conversation is over.";
  if (action === "stop") {
    const { stoppedRunId } = await control.stop(id, reason, runId);
    return stoppedRunId === undefined ? "That answer is not being written any more." : undefined;
  }
  const { kind } = await control.regenerate(id, reason, runId);
  return kind === "regenerated" ? undefined : regenerateRefusals[kind];
}

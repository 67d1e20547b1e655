import { type Clock, pause } from "../clock.ts";
import { ConfigurationError, ProviderError } from "../errors.ts";
import type { EntriesPage } from "../sessions/session-store.ts";
import type { MadeSummary } from "../sessions/sessions-parts.ts";
import type { AgentSettings } from "./agent-runner.ts";
import { olderPart } from "./history.ts";
import { toProviderError } from "./provider-failure.ts";
import type { Summarizer } from "./summarizer.ts";

/** What summaries on demand are made with. */
export interface CompactionParts {
  readonly summarizer: Summarizer;
  readonly settings: () => AgentSettings;
  readonly clock: Clock;
  /** Told of what a summary used, and the model. Must not throw. */
  readonly afterwards: (page: EntriesPage, modelName: string, usage: MadeSummary["usage"]) => void;
}

/** Longest time for a summary that somebody waits for, in milliseconds. */
const timeoutMilliseconds = 60_000;

/**
 * Summarises all but the newest turn of a page; undefined when there is nothing before it that no summary covers.
 * @throws ConfigurationError when the conversation's model cannot summarise.
 * @throws ProviderError when its service fails, or takes longer than a minute.
 */
export async function compact(parts: CompactionParts, page: EntriesPage): Promise<MadeSummary | undefined> {
  const { summarizer, clock } = parts;
  const settings = parts.settings();
  const modelName = page.session.settings.model ?? settings.model;
  const { runner, historyLimit } = settings;
  const turn = { history: page.entries, messages: [], summary: page.summary };
  const older = olderPart(turn, { historyTokens: runner.historyTokens, historyLimit, hasTools: true }, true);
  if (older === undefined) return undefined;
  if (!summarizer.canUse(modelName)) throw new ConfigurationError(`The model ${modelName} cannot summarise.`);
  const deadline = new AbortController();
  const patience = new AbortController();
  void pause(clock, timeoutMilliseconds, patience.signal).then(() => {
    if (!patience.signal.aborted)
      deadline.abort(new ProviderError("The summary took too long.", { isRetryable: true }));
  });
  try {
    const { signal } = deadline;
    const request = { modelName, previous: page.summary, older, runner, signal, onSign: () => undefined };
    const { text, usage } = await summarizer.summarize(request);
    parts.afterwards(page, modelName, usage);
    const summary = { text, upTo: older.upTo, at: clock.now(), amendments: page.amendments };
    return { summary, entries: older.entries, usage };
  } catch (error) {
    throw toProviderError(error, modelName, clock.now());
  } finally {
    patience.abort();
  }
}

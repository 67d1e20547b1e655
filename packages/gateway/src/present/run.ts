import type { EndedRun, LiveRun } from "@keyturn/core";
import type { WireLiveRun, WireRun, WireRunDetail } from "../wire/run.ts";
import { presentTime } from "./timestamp.ts";

/** A run for the API, in flight or over. */
export function presentRun(run: LiveRun | EndedRun): WireRun {
  if (!("end" in run)) return presentLiveRun(run);
  const { runId, sessionId, end } = run;
  return { state: "ended", runId, sessionId, end };
}

/** A run in flight for the API. */
export function presentLiveRun(run: LiveRun): WireLiveRun {
  const { runId, sessionId, epoch, isAborted } = run;
  return { state: isAborted ? "stopping" : "running", runId, sessionId, epoch, startedAt: presentTime(run.startedAt) };
}

/** What a run in flight has done so far, for the API. */
export function presentProgress({ text, tools }: LiveRun): Pick<WireRunDetail, "text" | "tools"> {
  const presented = tools.map(({ startedAt, durationMilliseconds = null, ...call }) => ({
    ...call,
    startedAt: presentTime(startedAt),
    durationMilliseconds,
  }));
  return { text, tools: presented };
}

/** Scripted model, manual clock, protocol servers and contract suites for people who build on Keyturn. */
export { ManualClock } from "./manual-clock.ts";
export { type RecordedDraft, RecordingChannel, type RecordingChannelOptions } from "./recording-channel.ts";
export {
  ScriptedRun,
  ScriptedTurnRunner,
  type ScriptedTurnRunnerOptions,
  createInstantRunner,
} from "./scripted-turn-runner.ts";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./model-server/model-server.ts";
export type { ModelRequest, ModelRequestMessage } from "./model-server/model-request.ts";

/** Slack: joins a bot to a workspace, in Socket Mode or over HTTP. Needs the package `@slack/bolt`. */
export { type SlackPluginOptions, createSlackPlugin, slackPlugin } from "./slack-plugin.ts";
export { type SlackExamination, examineSlack } from "./doctor/examine-slack.ts";
export { type InstallingExamination, examineInstalling } from "./doctor/examine-installing.ts";
export { type Bolt, loadBolt } from "./load-bolt.ts";
export {
  type SlackManifestCommand,
  type SlackManifestOptions,
  manifestCommands,
  slackManifest,
} from "./slack-manifest.ts";
export type { SlackOptions, SlackSettings } from "./slack-options.ts";

/** The adapter for Slack. */
export type SlackAdapter = typeof import("@keyturn/adapters/slack");

/**
 * Loads the adapter for Slack, and Bolt with it: both take time and memory that a bot without Slack is spared.
 * @throws ConfigurationError when Bolt is not installed.
 */
export async function loadSlack(): Promise<SlackAdapter> {
  const adapter = await import("@keyturn/adapters/slack");
  await adapter.loadBolt();
  return adapter;
}

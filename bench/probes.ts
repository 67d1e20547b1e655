import type { Probe } from "./harness/probe.ts";

/** Every probe, loaded in the process that measures with it. */
export const probes = {
  "dashboard-lists": async () => (await import("./probes/dashboard-lists.ts")).dashboardListsProbe,
  "dashboard-transcripts": async () => (await import("./probes/dashboard-transcripts.ts")).dashboardTranscriptsProbe,
  destroys: async () => (await import("./probes/destroys.ts")).destroysProbe,
  endurance: async () => (await import("./probes/endurance.ts")).enduranceProbe,
  filling: async () => (await import("./probes/filling.ts")).fillingProbe,
  "http-lists": async () => (await import("./probes/http-lists.ts")).httpListsProbe,
  lists: async () => (await import("./probes/lists.ts")).listsProbe,
  messages: async () => (await import("./probes/messages.ts")).messagesProbe,
  starts: async () => (await import("./probes/starts.ts")).startsProbe,
  "synced-writes": async () => (await import("./probes/synced-writes.ts")).syncedWritesProbe,
  "turn-writes": async () => (await import("./probes/turn-writes.ts")).turnWritesProbe,
  turns: async () => (await import("./probes/turns.ts")).turnsProbe,
} satisfies Readonly<Record<string, () => Promise<Probe<never, unknown>>>>;

/** The probes by their names. */
export type Probes = { readonly [Name in keyof typeof probes]: Awaited<ReturnType<(typeof probes)[Name]>> };

/** The process of a crowd: does what it is asked over HTTP, and tells how long it took. */
import { setTimeout } from "node:timers/promises";
import type { HttpCrowdResult, HttpCrowdTask } from "./http-crowd.ts";

/** Rest between two requests of one kind, in milliseconds. */
const restMilliseconds = 5;

/** Finds one session, a page of them, and none: the last looks at every one of them. */
const searches: readonly string[] = ["place-77777", "place-123", "hello", "nowhere to be found"];

process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  void perform(parseTask(message)).then((result) => process.send?.(result));
});

/** What a request of the crowd's has beside its path. */
interface CrowdRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function perform(task: HttpCrowdTask): Promise<HttpCrowdResult> {
  const { url, token, times, deletes } = task;
  const headers = { Authorization: `Bearer ${token}` };
  const timed = async (path: string, init: CrowdRequest = {}) => {
    const start = performance.now();
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const text = await response.text();
    const time = performance.now() - start;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return time;
  };
  const series = async (count: number, request: (index: number) => Promise<number>) => {
    const results: number[] = [];
    for (let index = 0; index < count; index += 1) {
      results.push(await request(index));
      await setTimeout(restMilliseconds);
    }
    return results;
  };
  const say = (index: number) =>
    timed("/webchat/messages", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ conversation: `crowd ${index % 20}`, text: "hello" }),
    });
  const ending = new AbortController();
  const readers = Array.from({ length: task.listeners }, () => listen(`${url}/api/v1/events`, headers, ending.signal));
  const opened = await Promise.all(readers);
  const [pages, found, deleted] = await Promise.all([
    series(times, () => timed("/sessions?limit=50")),
    series(times, (index) =>
      timed(`/sessions?limit=50&q=${encodeURIComponent(searches[index % searches.length] ?? "")}`),
    ),
    series(deletes.length, (index) => timed(`/sessions/${deletes[index]}`, { method: "DELETE" })),
    series(times, say),
  ]);
  ending.abort();
  const counts = await Promise.all(opened.map(({ counted }) => counted));
  return { pages, searches: found, deletes: deleted, events: counts.reduce((sum, count) => sum + count, 0) };
}

/** Opens a stream of events; resolves when it is open. */
async function listen(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
  const response = await fetch(url, { headers, signal });
  return { counted: countEvents(response) };
}

async function countEvents({ body }: Response): Promise<number> {
  let events = 0;
  try {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) events += decoder.decode(chunk).split("\nevent: ").length - 1;
  } catch {
    // Told to end.
  }
  return events;
}

/** The parent is this same project's, so what it sends is what the type says. */
function parseTask(message: unknown): HttpCrowdTask {
  return message as HttpCrowdTask;
}

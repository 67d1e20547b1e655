/** How long a browser waits before it connects again, in milliseconds. */
const reconnectMilliseconds = 1_000;

/** One event as the stream carries it. The data is one line: JSON escapes line ends. */
export function formatEvent(type: string, id: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The first event of a stream, which also tells a browser how soon to come back. */
export function formatHello(id: string, data: object): string {
  return `retry: ${reconnectMilliseconds}\n${formatEvent("hello", id, data)}`;
}

/**
 * A comment that keeps proxies from closing a quiet stream. With it comes the id of the newest event, which a reader
 * keeps as its place although nothing is dispatched: one that filters much is not sent back to a place long ago.
 */
export function formatHeartbeat(id: string): string {
  return `: heartbeat\nid: ${id}\n\n`;
}

import { createStore } from "../state/store.ts";
import { isFramed, settings } from "./settings.ts";

/** What the page around this one is told: to put the frame away, or that an answer came. */
export type FrameMessage = "close" | "answer";

/** The origin of the page around this one, once it has made itself known. */
export const embedder = createStore<string | undefined>(undefined);

/** Listens to the page around this one: to pages of the origins that may embed it, and to no other. */
export function followEmbedder(onOpen: () => void): void {
  if (!isFramed) return;
  addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !settings.embedIn.includes(origin)) return;
    if (typeof data !== "object" || data === null || !("keyturn" in data) || data.keyturn !== "open") return;
    embedder.set(origin);
    onOpen();
  });
}

/** Tells the page around this one, once it has made itself known. */
export function tellEmbedder(keyturn: FrameMessage): void {
  const origin = embedder.get();
  if (origin !== undefined) window.parent.postMessage({ keyturn }, origin);
}

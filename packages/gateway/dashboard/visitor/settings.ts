import type { WireChatSettings } from "../../src/wire/visitor.ts";

/** What the gateway wrote into this page. */
export const settings: WireChatSettings = JSON.parse(
  document.querySelector<HTMLMetaElement>("meta[name=keyturn-chat]")?.content ?? "",
);

/** Whether the page stands in a frame. */
export const isFramed = window.parent !== window;

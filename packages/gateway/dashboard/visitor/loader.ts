/*
 * The script by which a page embeds the chat: a button, and behind it the page of visitors in a frame. It stands in a
 * shadow tree, so that neither page's style touches the other's, and needs nothing of the page's policy but this script's
 * and the frame's origin.
 */

const style = `
:host { all: initial; position: fixed; inset: auto 0 0 auto; z-index: 2147483000; color-scheme: light dark; }
:host([data-side="left"]) { inset: auto auto 0 0; }
button { position: fixed; right: 20px; bottom: 20px; width: 56px; height: 56px; padding: 0; border: 0; border-radius: 50%;
  background: #3f5bd8; color: #fff; box-shadow: 0 4px 18px rgb(0 0 0 / 28%); cursor: pointer; }
button:hover { background: #3450c6; }
button:focus-visible { outline: 3px solid #3f5bd8; outline-offset: 3px; }
button svg { display: block; width: 26px; height: 26px; margin: auto; fill: none; stroke: currentColor; stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round; }
button[data-news]::after { content: ""; position: absolute; top: 2px; right: 2px; width: 14px; height: 14px;
  border: 2px solid #fff; border-radius: 50%; background: #d92d20; }
iframe { position: fixed; right: 20px; bottom: 88px; width: min(400px, calc(100vw - 40px));
  height: min(640px, calc(100dvh - 108px)); border: 0; border-radius: 14px; background: Canvas;
  box-shadow: 0 12px 48px rgb(0 0 0 / 32%); }
iframe[hidden] { display: none; }
:host([data-side="left"]) :is(button, iframe) { right: auto; left: 20px; }
@media (max-width: 480px), (max-height: 480px) {
  iframe, :host([data-side="left"]) iframe { inset: 0; width: 100vw; height: 100dvh; border-radius: 0; }
  iframe:not([hidden]) + button { display: none; }
}
@media (forced-colors: active) { button { border: 2px solid ButtonText; } }
`;

const script = document.currentScript;
if (script instanceof HTMLScriptElement && document.querySelector("[data-keyturn-chat]") === null) {
  if (document.body === null) addEventListener("DOMContentLoaded", () => embed(script));
  else embed(script);
}

function embed({ src, dataset }: HTMLScriptElement): void {
  const { label = "Chat", lang = "", side = "right" } = dataset;
  const page = new URL("chat", src);
  page.search = "";
  page.hash = lang === "" ? "" : new URLSearchParams({ lang }).toString();
  const host = document.createElement("div");
  host.dataset["keyturnChat"] = "";
  host.dataset["side"] = side;
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const frame = document.createElement("iframe");
  frame.title = label;
  frame.hidden = true;
  // Not of this page's origin, so scripts and its own storage give it nothing of this page. It may open links in new tabs,
  // and may not take this page elsewhere, ask in dialogs of the browser's, or start downloads.
  frame.setAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
  );
  frame.referrerPolicy = "no-referrer";
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.append(drawShape());
  let isLoaded = false;
  // Before the frame is there, nobody of its origin would hear it.
  const tell = () => isLoaded && !isAway() && frame.contentWindow?.postMessage({ keyturn: "open" }, page.origin);
  const isAway = () => frame.hasAttribute("hidden");
  const show = (isShown: boolean) => {
    frame.toggleAttribute("hidden", !isShown);
    button.setAttribute("aria-expanded", String(isShown));
    delete button.dataset["news"];
    if (!isShown) return button.focus();
    // Loaded when somebody wants it: until then a page costs this script and nothing else.
    if (frame.src === "") {
      frame.src = page.href;
      root.prepend(frame);
    }
    frame.focus();
    tell();
  };
  frame.addEventListener("load", () => {
    isLoaded = true;
    tell();
  });
  button.addEventListener("click", () => show(isAway()));
  addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || origin !== page.origin) return;
    const said = typeof data === "object" && data !== null && "keyturn" in data ? data.keyturn : undefined;
    if (said === "close") show(false);
    if (said === "answer" && isAway()) button.dataset["news"] = "";
  });
  button.setAttribute("aria-expanded", "false");
  root.append(button);
  document.body.append(host);
}

function drawShape(): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", "M4 12a8 7 0 1 1 4 6l-4 2z");
  svg.append(path);
  return svg;
}

import type { OpenGateway } from "./open-gateway.ts";

/** The path of the script that the dashboard's page begins with. */
export async function firstAsset(open: OpenGateway): Promise<string> {
  const page = await open.exchange({ path: "/" });
  const [, path] = /\.(\/assets\/first-[^"]+\.js)/.exec(page.text) ?? [];
  if (path === undefined) throw new Error("The dashboard's page names no script. Build it: pnpm build.");
  return path;
}

/** The path of the script that the visitors' page begins with. */
export async function firstChatAsset(open: OpenGateway): Promise<string> {
  const page = await open.exchange({ path: "/chat" });
  const [, path] = /\.(\/chat\/[^"]+\.js)/.exec(page.text) ?? [];
  if (path === undefined) throw new Error("The visitors' page names no script. Build it: pnpm build.");
  return path;
}

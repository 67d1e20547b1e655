import type { GatewayClient, WireCodeRequest } from "@keyturn/gateway/client";

/**
 * A URL that lets somebody log in once, within five minutes. The code is in the fragment, which browsers send to nobody:
 * no server, proxy or log on the way sees it.
 * @param url where the browser reaches the gateway.
 */
export async function createLoginLink(
  client: GatewayClient,
  url: string,
  request: WireCodeRequest = {},
): Promise<string> {
  const { code } = await client.access.createCode(request);
  return `${url.replace(/\/+$/, "")}/#code=${code}`;
}

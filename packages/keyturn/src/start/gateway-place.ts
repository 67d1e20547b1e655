import type { GatewayOptions } from "@keyturn/gateway";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** Where the gateway listens, and how others come to it. */
export type GatewayPlace = Pick<
  GatewayOptions,
  "host" | "port" | "publicUrl" | "basePath" | "trustedProxies" | "allowedHosts" | "proxyIdentity"
>;

/** The part of a configuration that is about where the gateway is. */
export function toGatewayPlace(configuration: EffectiveConfiguration): GatewayPlace {
  const { host, port, publicUrl, basePath, trustedProxies, allowedHosts } = configuration;
  const proxyIdentity = toProxyIdentity(configuration);
  return { host, port, publicUrl, basePath, trustedProxies, allowedHosts, proxyIdentity };
}

/** A proxy is believed when there is a secret that it proves itself with. */
function toProxyIdentity({ proxyIdentity }: EffectiveConfiguration): GatewayPlace["proxyIdentity"] {
  const { secret, userHeader, secretHeader, roles, otherRole } = proxyIdentity;
  return secret && { userHeader, secretHeader, secret: secret.reveal(), roles, otherRole };
}

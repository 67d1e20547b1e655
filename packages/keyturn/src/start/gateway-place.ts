import type { GatewayOptions } from "@keyturn/gateway";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** Where the gateway listens, and how others come to it. */
export type GatewayPlace = Pick<
  GatewayOptions,
  "host" | "port" | "publicUrl" | "basePath" | "trustedProxies" | "allowedHosts"
>;

/** The part of a configuration that is about where the gateway is. */
export function toGatewayPlace(configuration: EffectiveConfiguration): GatewayPlace {
  const { host, port, publicUrl, basePath, trustedProxies, allowedHosts } = configuration;
  return { host, port, publicUrl, basePath, trustedProxies, allowedHosts };
}

import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";

/** Where others reach the gateway, base path included; undefined where the configuration does not say. */
export function publicAddressOf({
  publicUrl,
  basePath,
}: Pick<EffectiveConfiguration, "publicUrl" | "basePath">): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { origin, pathname } = new URL(publicUrl);
  return origin + (basePath ?? pathname.replace(/\/$/, ""));
}

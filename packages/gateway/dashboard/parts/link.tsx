import type { ComponentProps } from "react";

/** A way to another path of the dashboard; the browser's own, so that it opens in a tab as well. */
export function Link({ href, ...rest }: ComponentProps<"a"> & { readonly href: string }) {
  return <a href={`#${href}`} {...rest} />;
}

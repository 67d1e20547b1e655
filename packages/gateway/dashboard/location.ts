import { useSyncExternalStore } from "react";

/*
 * Where the page is stands behind the `#`, query included: a browser sends that to nobody, so that what an operator
 * searches for is in no server's or proxy's log, and the page works below any path without knowing it.
 */

/** What stands behind the `#`, as a path. */
function fragment(): string {
  const text = location.hash.slice(1);
  return text.startsWith("/") ? text : "/";
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

const pathOf = (): string => fragment().split("?")[0] ?? "/";
const searchOf = (): string => fragment().split("?")[1] ?? "";

/** Goes to a path of the dashboard. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (!replace) {
    location.hash = to;
    return;
  }
  history.replaceState(history.state, "", `#${to}`);
  dispatchEvent(new Event("hashchange"));
}

/** The path of where the page is. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, pathOf);
}

/** The query of where the page is, as text. */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, searchOf);
}

/** The query of where the page is, and how to change it: undefined takes a parameter away. */
export function useParameters(): [URLSearchParams, (change: Readonly<Record<string, string | undefined>>) => void] {
  const path = usePath();
  const parameters = new URLSearchParams(useSearch());
  return [
    parameters,
    (change) => {
      const next = new URLSearchParams(parameters);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, value);
      }
      navigate(next.size === 0 ? path : `${path}?${next.toString()}`, { replace: true });
    },
  ];
}

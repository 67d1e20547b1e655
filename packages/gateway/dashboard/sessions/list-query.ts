import { useMemo } from "react";
import { useParameters } from "../location.ts";
import type { ListQuery } from "../state/session-order.ts";

/** The states that a list can be of. */
export const listStates = ["running", "waiting", "idle", "failed"] as const;

/** The orders of a list. */
export const listSorts = ["-updatedAt", "updatedAt", "-createdAt", "createdAt"] as const;

/** The query in the address. What is not understood is passed over. */
export function useListQuery(): ListQuery {
  const [parameters] = useParameters();
  const text = parameters.toString();
  return useMemo(() => readListQuery(new URLSearchParams(text)), [text]);
}

/** The query that an address holds. */
function readListQuery(parameters: URLSearchParams): ListQuery {
  const q = parameters.get("q")?.slice(0, 200);
  const adapter = parameters.get("adapter");
  const state = listStates.find((name) => name === parameters.get("state"));
  const sort = listSorts.find((name) => name === parameters.get("sort")) ?? "-updatedAt";
  return {
    sort,
    filter: {
      ...(q !== undefined && q !== "" && { q }),
      ...(adapter !== null && adapter !== "" && { adapter }),
      ...(state !== undefined && { state }),
      ...(parameters.get("pinned") === "true" && { pinned: true }),
    },
  };
}

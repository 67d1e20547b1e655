import { loginState } from "./login-state.ts";
import { useStore } from "./store.ts";

/** Whether whoever is logged in may ask for something, by the name that its route has. */
export function useMay(operation: string): boolean {
  const state = useStore(loginState);
  return state.kind === "in" && state.me.operations.includes(operation);
}

/** The same, for what is no component. */
export function may(operation: string): boolean {
  const state = loginState.get();
  return state.kind === "in" && state.me.operations.includes(operation);
}

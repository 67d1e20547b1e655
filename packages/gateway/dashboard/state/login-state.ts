import type { WireMe } from "../../src/wire/access.ts";
import { createStore } from "./store.ts";

/** Whether somebody is logged in: not known yet, no, or who. `reason` says what ended a login. */
export type LoginState =
  | { readonly kind: "unknown" }
  | { readonly kind: "out"; readonly reason: "none" | "ended" }
  | { readonly kind: "in"; readonly me: WireMe };

/** The one place that says who is logged in. While nobody is, nothing asks the gateway for anything. */
export const loginState = createStore<LoginState>({ kind: "unknown" });

/** The gateway said that nobody is logged in: every part of the page ends, and the login screen comes, once. */
export function noteSignedOut(): void {
  loginState.update((state) => {
    if (state.kind === "out") return state;
    return { kind: "out", reason: state.kind === "in" ? "ended" : "none" };
  });
}

import type { WireMe } from "../../src/wire/access.ts";
import { createStore } from "./store.ts";

/**
 * Whether somebody is logged in: not known yet, no, or who. `reason` says what ended a login; `failure` is why it is not
 * known, or why the code of a link was not taken.
 */
export type LoginState =
  | { readonly kind: "unknown"; readonly failure?: unknown }
  | { readonly kind: "out"; readonly reason: "none" | "ended"; readonly failure?: unknown }
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

/** Says why nobody is logged in, or why that is not known. */
export function noteFailure(failure: unknown): void {
  loginState.update((state) => (state.kind === "in" ? state : { ...state, failure }));
}

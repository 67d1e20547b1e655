import type { WireMe } from "../../src/wire/access.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { loginState, noteFailure, noteSignedOut } from "./login-state.ts";
import { forgetWorld } from "./world.ts";

/** Asks who is logged in. While nobody answers, it asks again. */
export async function identify(): Promise<void> {
  try {
    const me = await call<WireMe>({ path: "/auth/me" });
    forgetWorld();
    loginState.set({ kind: "in", me });
  } catch (error) {
    if (!(error instanceof ApiError && error.isPassing)) return noteSignedOut();
    noteFailure(error);
    setTimeout(() => void identify(), 2_000);
  }
}

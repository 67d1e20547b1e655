import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, lazy, useEffect } from "react";
import { explain } from "./actions/explain.ts";
import { call } from "./api/call.ts";
import { Frame } from "./frame/frame.tsx";
import { Net } from "./frame/net.tsx";
import { identify } from "./state/identify.ts";
import { loginState, noteFailure } from "./state/login-state.ts";
import { useStore } from "./state/store.ts";
import { queries } from "./state/world.ts";
import { useWords } from "./text/words.ts";
import { isLoginLink, takeLoginCode } from "./screens/login-code.ts";

// Not loaded ahead, as the rest is: whoever is logged in does without.
const Login = lazy(() => import("./screens/login.tsx"));

/** The whole dashboard: who is there decides what is seen. */
export function App() {
  const state = useStore(loginState);
  useEffect(() => {
    void begin();
    // A login link that is pasted into this page is used as in a page of its own.
    addEventListener("hashchange", () => isLoginLink() && location.reload());
  }, []);
  if (state.kind === "unknown") return <Waiting failure={state.failure} />;
  if (state.kind === "out") {
    return (
      <Net>
        <Suspense fallback={<Waiting />}>
          <Login isEnded={state.reason === "ended"} failure={state.failure} />
        </Suspense>
      </Net>
    );
  }
  return (
    <QueryClientProvider client={queries}>
      <Net>
        <Frame key={state.me.loginId} me={state.me} />
      </Net>
    </QueryClientProvider>
  );
}

/** A page that was opened with a login code uses it; else it asks who is there. */
async function begin(): Promise<void> {
  // Nothing in an address says where to ask or who one is; only the fragment may hold a code, which goes at once.
  if (location.search !== "") history.replaceState(null, "", `${location.pathname}${location.hash}`);
  const code = takeLoginCode();
  let failure: unknown;
  if (code !== undefined) {
    await call<null>({ method: "POST", path: "/auth/login", body: { code } }).catch(
      (error: unknown) => (failure = error),
    );
  }
  await identify();
  if (failure !== undefined) noteFailure(failure);
}

function Waiting({ failure }: { readonly failure?: unknown }) {
  const t = useWords();
  return (
    <main className="waiting" aria-busy="true">
      <p className="late" role="status">
        {failure === undefined ? t.live.connecting : explain(failure)}
      </p>
    </main>
  );
}

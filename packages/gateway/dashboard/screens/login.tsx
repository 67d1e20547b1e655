import { type FormEvent, useState } from "react";
import { explain } from "../actions/explain.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { identify } from "../state/identify.ts";
import icon from "../style/icon.svg";
import "../style/login.css";
import { useLoginWords } from "../text/login.ts";

/** The one way in: a code from the terminal. */
export default function Login({
  isEnded,
  failure: refusal,
}: {
  readonly isEnded: boolean;
  /** Why the code of the link was not taken. */
  readonly failure: unknown;
}) {
  const c = useLoginWords();
  const [code, setCode] = useState("");
  const [said, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const error = said ?? (refusal === undefined ? "" : reasonOf(refusal, c));

  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError("");
    try {
      await call<null>({ method: "POST", path: "/auth/login", body: { code: codeIn(code) } });
      await identify();
    } catch (failure) {
      setError(reasonOf(failure, c));
      setBusy(false);
    }
  };

  return (
    <main className="login">
      <form onSubmit={(event) => void logIn(event)} aria-labelledby="login-title">
        <img src={icon} alt="" width="40" height="40" />
        <h1 id="login-title">{c.loginTitle}</h1>
        {isEnded && <p role="status">{c.loginEnded}</p>}
        <p className="quiet">{c.loginLead}</p>
        <pre>
          <code>keyturn login</code>
        </pre>
        <label htmlFor="login-code">{c.loginCode}</label>
        <input
          id="login-code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== ""}
          aria-describedby="login-error"
        />
        <p id="login-error" className="error" role="alert">
          {error}
        </p>
        <button type="submit" className="button primary" disabled={isBusy || code.trim() === ""}>
          {isBusy ? c.loginBusy : c.loginGo}
        </button>
      </form>
    </main>
  );
}

/** Somebody may paste the whole link. */
function codeIn(text: string): string {
  return (text.trim().split("#code=").at(-1) ?? "").slice(0, 50);
}

function reasonOf(error: unknown, c: ReturnType<typeof useLoginWords>): string {
  if (!(error instanceof ApiError)) return explain(error);
  if (error.status === 429) return c.loginLimited(Math.ceil((error.retryAfterMilliseconds ?? 60_000) / 1_000));
  return error.status === 401 || error.status === 400 ? c.loginWrong : explain(error);
}

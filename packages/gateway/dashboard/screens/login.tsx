import { type FormEvent, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { identify } from "../state/identify.ts";
import icon from "../style/icon.svg";
import "../style/login.css";
import { useLoginWords } from "../text/login.ts";
import { words } from "../text/words.ts";

/** The one way in: a code from the terminal. */
export default function Login({ isEnded }: { readonly isEnded: boolean }) {
  const c = useLoginWords();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
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
          aria-invalid={error !== undefined}
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
  const t = words();
  if (!(error instanceof ApiError)) return t.unforeseen;
  if (error.status === 0) return t.unreachable;
  if (error.status === 429) return c.loginLimited(Math.ceil((error.retryAfterMilliseconds ?? 60_000) / 1_000));
  return error.status === 401 || error.status === 400 ? c.loginWrong : error.detail;
}

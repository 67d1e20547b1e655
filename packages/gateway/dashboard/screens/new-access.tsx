import { type FormEvent, useState } from "react";
import type { WireLoginCode, WireNewToken, WireRole } from "../../src/wire/access.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { clockTime } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage } from "../text/words.ts";
import { perform } from "./read.ts";
import { Choice } from "./screen.tsx";

const roles = ["viewer", "operator", "admin"] as const;

/** Makes a token or a login link, and shows it this once: nothing keeps it when it is put away or the screen is left. */
export function NewAccess() {
  const s = useScreenWords();
  const language = useLanguage();
  const [label, setLabel] = useState("");
  const [role, setRole] = useState<WireRole>("viewer");
  const [made, setMade] = useState<{ readonly text: string; readonly secret: string }>();
  const makeToken = async (event: FormEvent) => {
    event.preventDefault();
    const request = { method: "POST", path: "/tokens", body: { label, role } } as const;
    const headers = { "Idempotency-Key": randomId() };
    const token = await perform(() => call<WireNewToken>({ ...request, headers }), s.notDone, "tokens");
    if (token === undefined) return;
    setMade({ text: s.newToken(token.label), secret: token.token });
    setLabel("");
  };
  const makeCode = async () => {
    const body = { role, ...(label !== "" && { label }) };
    const code = await perform(() => call<WireLoginCode>({ method: "POST", path: "/auth/codes", body }), s.notDone);
    if (code === undefined) return;
    const link = `${location.origin}${location.pathname}#code=${code.code}`;
    setMade({ text: s.newCode(clockTime(code.expiresAt, language)), secret: link });
  };
  return (
    <>
      <form className="tools" onSubmit={(event) => void makeToken(event)}>
        <input
          aria-label={s.label}
          placeholder={s.label}
          maxLength={100}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
        <Choice
          label={s.role}
          value={role}
          options={roles.map((name) => [name, s.roles[name]])}
          onChange={(value) => setRole(roles.find((name) => name === value) ?? "viewer")}
        />
        <button type="submit" className="button primary" disabled={label.trim() === ""}>
          {s.makeToken}
        </button>
        <button type="button" className="button" onClick={() => void makeCode()}>
          {s.makeCode}
        </button>
      </form>
      <div role="status">
        {made !== undefined && (
          <div className="made">
            <p>{made.text}</p>
            <code>{made.secret}</code>
            <CopyButton
              key={made.secret}
              text={() => made.secret}
              label={s.copy}
              copied={s.copied}
              className="button"
            />
            <button type="button" className="button plain" onClick={() => setMade(undefined)}>
              {s.putAway}
            </button>
          </div>
        )}
      </div>
    </>
  );
}

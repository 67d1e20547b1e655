import { type FormEvent, useState } from "react";
import type {
  WireLogin,
  WireLoginCode,
  WireLoginList,
  WireNewToken,
  WireRole,
  WireToken,
  WireTokenList,
} from "../../src/wire/access.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { Ago, Clock, clockTime } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage, useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

const roles = ["viewer", "operator", "admin"] as const;

/** Who may come in: access tokens, login codes, and the browsers that are logged in. */
export default function Access() {
  const t = useWords();
  const s = useScreenWords();
  const maySeeTokens = useMay("token.list");
  return (
    <Screen title={t.access} lead={s.accessLead}>
      {maySeeTokens && <Tokens />}
      <h2>{s.logins}</h2>
      <Logins />
    </Screen>
  );
}

function Tokens() {
  const s = useScreenWords();
  const tokens = useRead<WireTokenList>("tokens", "/tokens");
  return (
    <>
      <h2>{s.tokens}</h2>
      <NewAccess />
      <Loaded query={tokens} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => (
          <Table label={s.tokens} columns={[s.label, s.role, s.created, s.lastUsed, ""]}>
            {items.map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </Table>
        )}
      </Loaded>
    </>
  );
}

/** Makes a token or a code, and shows it this once: nothing keeps it when the screen is left. */
function NewAccess() {
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
    setMade({ text: s.newToken, secret: token.token });
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
        <select
          aria-label={s.role}
          value={role}
          onChange={({ target }) => setRole(roles.find((name) => name === target.value) ?? "viewer")}
        >
          {roles.map((name) => (
            <option key={name} value={name}>
              {s.roles[name]}
            </option>
          ))}
        </select>
        <button type="submit" className="button primary" disabled={label === ""}>
          {s.makeToken}
        </button>
        <button type="button" className="button" onClick={() => void makeCode()}>
          {s.makeCode}
        </button>
      </form>
      <div role="status">
        {made !== undefined && (
          <p className="made">
            {made.text} <code>{made.secret}</code>
          </p>
        )}
      </div>
    </>
  );
}

function TokenLine({ token }: { readonly token: WireToken }) {
  const s = useScreenWords();
  const { id, label, role, createdAt, lastUsedAt, revokedAt } = token;
  const revoke = () =>
    perform(() => call<null>({ method: "DELETE", path: `/tokens/${encodeURIComponent(id)}` }), s.notDone, "tokens");
  return (
    <tr>
      <th scope="row">
        <bdi>{label}</bdi>
      </th>
      <td>{role}</td>
      <td>
        <Clock at={createdAt} />
      </td>
      <td>{lastUsedAt === null ? "–" : <Ago at={lastUsedAt} />}</td>
      <td>
        {revokedAt !== null ? (
          <State kind="plain" label={s.revoked} />
        ) : (
          <button type="button" className="button danger" onClick={() => void revoke()}>
            {s.revoke}
          </button>
        )}
      </td>
    </tr>
  );
}

function Logins() {
  const s = useScreenWords();
  const logins = useRead<WireLoginList>("logins", "/auth/sessions");
  const end = ({ id }: WireLogin) =>
    perform(
      () => call<null>({ method: "DELETE", path: `/auth/sessions/${encodeURIComponent(id)}` }),
      s.notDone,
      "logins",
    );
  return (
    <Loaded query={logins}>
      {({ items }) => (
        <Table label={s.logins} columns={[s.who, s.role, s.created, s.lastUsed, s.expires, ""]}>
          {items.map((login) => (
            <tr key={login.id}>
              <th scope="row">
                <bdi>{login.actor.label}</bdi> {login.isCurrent && <State kind="good" label={s.thisOne} />}
              </th>
              <td>{login.role}</td>
              <td>
                <Clock at={login.createdAt} />
              </td>
              <td>
                <Ago at={login.lastUsedAt} />
              </td>
              <td>
                <Clock at={login.expiresAt} />
              </td>
              <td>
                <button type="button" className="button danger" onClick={() => void end(login)}>
                  {s.endLogin}
                </button>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Loaded>
  );
}

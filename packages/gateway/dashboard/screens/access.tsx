import { useState } from "react";
import type { WireLogin, WireLoginList, WireToken, WireTokenList } from "../../src/wire/access.ts";
import { call } from "../api/call.ts";
import { Ago, Clock } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { NewAccess } from "./new-access.tsx";
import { perform, useRead } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";

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
  const [showsRevoked, setShowsRevoked] = useState(false);
  const tokens = useRead<WireTokenList>("tokens", "/tokens");
  const isShown = ({ revokedAt }: WireToken) => showsRevoked || revokedAt === null;
  return (
    <>
      <h2>{s.tokens}</h2>
      <NewAccess />
      <Loaded query={tokens} isEmpty={({ items }) => !items.some(isShown)} empty={s.noTokens}>
        {({ items }) => (
          <Table label={s.tokens} columns={[s.label, s.role, s.created, s.lastUsed, ""]}>
            {items.filter(isShown).map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </Table>
        )}
      </Loaded>
      {tokens.data?.items.some(({ revokedAt }) => revokedAt !== null) === true && (
        <label className="start">
          <input type="checkbox" checked={showsRevoked} onChange={() => setShowsRevoked(!showsRevoked)} />{" "}
          {s.revokedToo}
        </label>
      )}
    </>
  );
}

function TokenLine({ token }: { readonly token: WireToken }) {
  const s = useScreenWords();
  const { id, label, role, createdAt, lastUsedAt, revokedAt } = token;
  const revoke = () =>
    perform(
      () => call<null>({ method: "DELETE", path: `/tokens/${encodeURIComponent(id)}` }),
      s.notDone,
      "tokens",
      "logins",
    );
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
      <td className="buttons">
        {revokedAt !== null ? (
          <State kind="plain" label={s.revoked} />
        ) : (
          <button
            type="button"
            className="button danger"
            aria-label={`${s.revoke}: ${label}`}
            onClick={() => void revoke()}
          >
            {s.revoke}
          </button>
        )}
      </td>
    </tr>
  );
}

function Logins() {
  const s = useScreenWords();
  const logins = useRead<WireLoginList>("logins", "/auth/sessions", { isWatched: true });
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
              <td className="buttons">
                <button
                  type="button"
                  className="button danger"
                  aria-label={`${s.endLogin}: ${login.actor.label}`}
                  onClick={() => void end(login)}
                >
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

import { useState } from "react";
import type { WireDelivery } from "../../src/wire/delivery.ts";
import type { WireSession } from "../../src/wire/session.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Ago } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { sessionPath } from "../state/refresh.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { nameOf } from "../text/session-name.ts";
import { More } from "./more.tsx";
import { perform, usePages } from "./read.ts";
import { Loaded, State, Table } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

type Verb = "resend" | "dismiss";

/** Answers that did not arrive, or may not have: sent again or dismissed. Rows go at once, and come back when refused. */
export function Deliveries() {
  const s = useScreenWords();
  const list = usePages<WireDelivery>("deliveries", "/deliveries", {});
  // By the state that was seen: a piece that fails again is another row.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<WireDelivery>();
  const isOpen = (item: WireDelivery) => !decided.has(seen(item));
  const decide = async (item: WireDelivery, verb: Verb) => {
    setDecided((all) => new Set(all).add(seen(item)));
    const path = sessionPath(item.session.id, `/deliveries/${encodeURIComponent(item.id)}/${verb}`);
    const headers = { "If-Match": item.etag, "Idempotency-Key": randomId() };
    const done = await perform(() => call<WireSession>({ method: "POST", path, headers }), s.notDone, "deliveries");
    if (done !== undefined) return showToast({ kind: "done", text: s.decided[verb] });
    setDecided((all) => new Set([...all].filter((other) => other !== seen(item))));
  };
  return (
    <div className="part">
      <Loaded query={list} isEmpty={({ items }) => !items.some(isOpen)} empty={s.noneUndelivered}>
        {({ items }) => (
          <Table label={s.undelivered} columns={[s.conversation, s.state, s.piece, s.lastError, s.written, ""]}>
            {items.filter(isOpen).map((item) => (
              <Row
                key={item.id}
                item={item}
                onDecide={(verb) =>
                  verb === "resend" && item.state === "unconfirmed" ? setAsking(item) : void decide(item, verb)
                }
              />
            ))}
          </Table>
        )}
      </Loaded>
      <More list={list} />
      {asking !== undefined && (
        <Confirm
          title={s.resendTitle}
          body={s.resendBody}
          go={s.resend}
          onClose={() => setAsking(undefined)}
          onGo={() => {
            setAsking(undefined);
            void decide(asking, "resend");
          }}
        />
      )}
    </div>
  );
}

function seen({ id, etag }: WireDelivery): string {
  return `${id} ${etag}`;
}

function Row({ item, onDecide }: { readonly item: WireDelivery; readonly onDecide: (verb: Verb) => void }) {
  const s = useScreenWords();
  const mayDecide = useMay("delivery.resend");
  const { state, session, piece, pieces, preview, error, attempts, createdAt } = item;
  const name = nameOf(session);
  return (
    <tr>
      <th scope="row">
        <Link href={`/c/${session.id}`}>
          <bdi>{name}</bdi>
        </Link>{" "}
        <span className="quiet">{session.key.adapter}</span>
      </th>
      <td>
        <State kind={state === "failed" ? "bad" : "doubt"} label={s.deliveryStates[state]} />
      </td>
      <td>
        <bdi className="clip">{preview}</bdi>
        {pieces > 1 && <span className="quiet">{`${piece} / ${pieces}`}</span>}
      </td>
      <td>
        <span className="clip">{error}</span>
        <span className="quiet">
          {s.tries}: {attempts}
        </span>
      </td>
      <td>
        <Ago at={createdAt} />
      </td>
      <td className="buttons">
        {mayDecide &&
          (["resend", "dismiss"] as const).map((verb) => (
            <button
              key={verb}
              type="button"
              className="button"
              aria-label={`${s[verb]}: ${name}`}
              onClick={() => onDecide(verb)}
            >
              {s[verb]}
            </button>
          ))}
      </td>
    </tr>
  );
}

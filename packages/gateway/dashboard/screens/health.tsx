import type { ReactNode } from "react";
import type { WireAdapterList } from "../../src/wire/adapter.ts";
import type { WirePluginList } from "../../src/wire/plugin.ts";
import type { WireSessionPage } from "../../src/wire/session.ts";
import type { WireStatus } from "../../src/wire/status.ts";
import { Ago } from "../parts/time.tsx";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { Channels, needsLook } from "./channels.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Plugins } from "./plugins.tsx";
import { useRead } from "./read.ts";
import { Runs } from "./runs.tsx";
import { Loaded, Screen, State } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

const watched = { isWatched: true };

/** How many conversations are so; the page has one of them. */
const counted = (state: string) => ({ ...watched, query: { state, count: true, limit: 1 } });

/** How the bot is: its channels, what it is doing, its plugins, and what needs a look. */
export default function Health() {
  const t = useWords();
  const s = useScreenWords();
  const status = useRead<WireStatus>("status", "/status", watched);
  const adapters = useRead<WireAdapterList>("adapters", "/adapters", watched);
  const plugins = useRead<WirePluginList>("plugins", "/plugins");
  const waiting = useRead<WireSessionPage>("waiting", "/sessions", counted("waiting"));
  const failed = useRead<WireSessionPage>("deliveries", "/sessions", counted("failed"));
  const bad =
    (adapters.data?.items.filter(needsLook).length ?? 0) +
    (plugins.data?.items.filter(({ state }) => state === "failed").length ?? 0) +
    (failed.data?.total ?? 0);
  const isKnown = status.isSuccess && adapters.isSuccess && plugins.isSuccess && failed.isSuccess;
  return (
    <Screen
      title={t.health}
      lead={s.healthLead}
      tools={isKnown && <State kind={bad === 0 ? "good" : "bad"} label={bad === 0 ? s.allUp : s.someDown(bad)} />}
    >
      <Loaded query={status}>{(value) => <Facts status={value} waiting={waiting.data?.total} />}</Loaded>
      <h2>{s.channels}</h2>
      <Loaded query={adapters} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => <Channels adapters={items} />}
      </Loaded>
      <h2>{s.runs}</h2>
      <Runs />
      <h2>{s.undelivered}</h2>
      <Deliveries />
      <h2>{s.plugins}</h2>
      <Loaded query={plugins}>{(list) => <Plugins list={list} />}</Loaded>
    </Screen>
  );
}

function Facts({ status, waiting }: { readonly status: WireStatus; readonly waiting: number | undefined }) {
  const s = useScreenWords();
  const { model, store, statistics, startedAt } = status;
  return (
    <dl className="facts">
      <Fact name={s.facts.runs}>{statistics.runsInFlight}</Fact>
      <Fact name={s.facts.waiting}>
        {waiting === undefined ? "–" : waiting === 0 ? 0 : <Link href="/?state=waiting">{waiting}</Link>}
      </Fact>
      <Fact name={s.facts.queue}>{statistics.activeLanes}</Fact>
      <Fact name={s.facts.refused}>{statistics.refusedWrites}</Fact>
      <Fact name={s.facts.streams}>{statistics.eventStreams}</Fact>
      <Fact name={s.facts.since}>
        <Ago at={startedAt} />
      </Fact>
      <Fact name={s.facts.model} isText>
        {model}
      </Fact>
      <Fact name={s.facts.store} isText>
        {store}
      </Fact>
    </dl>
  );
}

function Fact({
  name,
  isText = false,
  children,
}: {
  readonly name: string;
  readonly isText?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-text={isText}>{children}</dd>
    </div>
  );
}

import type { ReactNode } from "react";
import type { WireUsage } from "../../src/wire/usage.ts";
import { useParameters } from "../location.ts";
import { useMay } from "../state/me.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage, useWords } from "../text/words.ts";
import { useRead } from "./read.ts";
import { Choice, Loaded, Screen } from "./screen.tsx";
import { UsageChart } from "./usage-chart.tsx";
import { UsageTable } from "./usage-table.tsx";
import { showMeasure, usageMeasures } from "./usage-measure.ts";
import { Link } from "../parts/link.tsx";

const spans = ["7", "30", "90", "400"] as const;
const dayMilliseconds = 86_400_000;

/** What runs used and cost: a chart by day, and what each model and channel had of it. What is seen stands in the address. */
export default function Usage() {
  const t = useWords();
  const s = useScreenWords();
  const [parameters, setParameters] = useParameters();
  const days = Number(spans.find((span) => span === parameters.get("days")) ?? 30);
  const since = new Date(Date.now() - (days - 1) * dayMilliseconds).toISOString().slice(0, 10);
  const read = (groupBy: WireUsage["groupBy"]) => ({ query: { groupBy, since }, isWatched: true });
  const byDay = useRead<WireUsage>("usage", "/usage", read("day"));
  const byModel = useRead<WireUsage>("usage", "/usage", read("model"));
  const byAdapter = useRead<WireUsage>("usage", "/usage", read("adapter"));
  const hasCosts = byDay.data !== undefined && byDay.data.currency !== null;
  const wanted = usageMeasures.find((name) => name === parameters.get("of"));
  const measure = wanted === undefined || (wanted === "cost" && !hasCosts) ? (hasCosts ? "cost" : "tokens") : wanted;
  return (
    <Screen
      title={t.usage}
      lead={s.usageLead}
      tools={
        <div className="tools">
          <Choice
            label={s.shown}
            value={measure}
            options={usageMeasures
              .filter((name) => hasCosts || name !== "cost")
              .map((name) => [name, s.measures[name]])}
            onChange={(of) => setParameters({ of })}
          />
          <Choice
            label={s.span}
            value={String(days)}
            options={spans.map((span) => [span, `${span} ${s.days}`])}
            onChange={(value) => setParameters({ days: value })}
          />
        </div>
      }
    >
      <Loaded query={byDay}>
        {(usage) => (
          <>
            <Totals usage={usage} />
            <h2>{s.byDay}</h2>
            <UsageChart usage={usage} since={since} days={days} measure={measure} />
          </>
        )}
      </Loaded>
      {(
        [
          [s.byModel, byModel],
          [s.byAdapter, byAdapter],
        ] as const
      ).map(([label, query]) => (
        <section key={label} className="part">
          <h2>{label}</h2>
          <Loaded query={query} isEmpty={({ items }) => items.length === 0}>
            {(usage) => <UsageTable label={label} usage={usage} measure={measure} />}
          </Loaded>
        </section>
      ))}
    </Screen>
  );
}

function Totals({ usage }: { readonly usage: WireUsage }) {
  const s = useScreenWords();
  const language = useLanguage();
  const maySet = useMay("config.change");
  const { total, currency } = usage;
  const facts = [
    ...(currency === null ? [] : [[s.cost, showMeasure(total.cost, "cost", currency, language)]]),
    ...(
      [
        [s.runsCount, total.runs],
        [s.input, total.inputTokens],
        [s.cached, total.cachedInputTokens],
        [s.output, total.outputTokens],
      ] as const
    ).map(([name, value]) => [name, value.toLocaleString(language)]),
  ];
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total.unpricedTokens > 0 && (
        <Note>
          {currency === null ? s.noPrices : s.unpriced(total.unpricedTokens.toLocaleString(language))}{" "}
          {maySet && <Link href="/settings">{s.setPrices}</Link>}
        </Note>
      )}
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <p className="note quiet">{children}</p>;
}

import type { WireUsage } from "../../src/wire/usage.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage, useWords } from "../text/words.ts";
import { useRead } from "./read.ts";
import { Loaded, Screen, Table } from "./screen.tsx";

/** Days of the chart. */
const chartDays = 30;

/** What runs used: a chart by day, and tables by model and channel. */
export default function Usage() {
  const t = useWords();
  const s = useScreenWords();
  const since = new Date(Date.now() - (chartDays - 1) * 86_400_000).toISOString().slice(0, 10);
  const days = useRead<WireUsage>("usage", "/usage", { query: { groupBy: "day", since }, isWatched: true });
  const models = useRead<WireUsage>("usage", "/usage", { query: { groupBy: "model" }, isWatched: true });
  const adapters = useRead<WireUsage>("usage", "/usage", { query: { groupBy: "adapter" }, isWatched: true });
  return (
    <Screen title={t.usage} lead={s.usageLead}>
      <h2>{s.byDay}</h2>
      <Loaded query={days}>{(usage) => <Chart usage={usage} since={since} />}</Loaded>
      <h2>{s.byModel}</h2>
      <Loaded query={models} isEmpty={({ items }) => items.length === 0}>
        {(usage) => <Figures label={s.byModel} usage={usage} />}
      </Loaded>
      <h2>{s.byAdapter}</h2>
      <Loaded query={adapters} isEmpty={({ items }) => items.length === 0}>
        {(usage) => <Figures label={s.byAdapter} usage={usage} />}
      </Loaded>
    </Screen>
  );
}

/** Bars of the runs of each day; the figures are in each bar's name. */
function Chart({ usage, since }: { readonly usage: WireUsage; readonly since: string }) {
  const s = useScreenWords();
  const language = useLanguage();
  const byDay = new Map(usage.items.map((item) => [item.name, item]));
  const days = Array.from({ length: chartDays }, (_, index) =>
    new Date(Date.parse(since) + index * 86_400_000).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...usage.items.map(({ runs }) => runs));
  const { runs, inputTokens, outputTokens } = usage.total;
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${chartDays * 10} 100`} preserveAspectRatio="none" role="img" aria-label={s.chart(chartDays)}>
        {days.map((day, index) => {
          const count = byDay.get(day)?.runs ?? 0;
          const height = (count / most) * 96;
          return (
            <rect key={day} x={index * 10 + 1} width={8} y={100 - Math.max(height, 1)} height={Math.max(height, 1)}>
              <title>{`${new Date(day).toLocaleDateString(language, { timeZone: "UTC" })}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="quiet">
        {s.total}: {runs.toLocaleString(language)} {s.runsCount} · {inputTokens.toLocaleString(language)} {s.input} ·{" "}
        {outputTokens.toLocaleString(language)} {s.output}
      </figcaption>
    </figure>
  );
}

function Figures({ label, usage }: { readonly label: string; readonly usage: WireUsage }) {
  const s = useScreenWords();
  const language = useLanguage();
  return (
    <Table label={label} columns={[s.name, s.runsCount, s.input, s.output]}>
      {usage.items.map(({ name, runs, inputTokens, outputTokens }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{runs.toLocaleString(language)}</td>
          <td>{inputTokens.toLocaleString(language)}</td>
          <td>{outputTokens.toLocaleString(language)}</td>
        </tr>
      ))}
    </Table>
  );
}

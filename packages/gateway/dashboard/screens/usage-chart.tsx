import { useId } from "react";
import type { WireUsage } from "../../src/wire/usage.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage } from "../text/words.ts";
import { type UsageMeasure, measureOf, showMeasure } from "./usage-measure.ts";
import { UsageTable } from "./usage-table.tsx";

const dayMilliseconds = 86_400_000;
const [height, gap] = [100, 2];

/** Bars, one a day, below lines of round figures; each tells its day. The same as a table stands below it. */
export function UsageChart({
  usage,
  since,
  days,
  measure,
}: {
  readonly usage: WireUsage;
  readonly since: string;
  readonly days: number;
  readonly measure: UsageMeasure;
}) {
  const s = useScreenWords();
  const language = useLanguage();
  const id = useId();
  const byDay = new Map(usage.items.map((item) => [item.name, item]));
  const bars = Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(since) + index * dayMilliseconds).toISOString().slice(0, 10);
    const figures = byDay.get(day);
    return { day, value: figures === undefined ? 0 : measureOf(figures, measure) };
  });
  const most = Math.max(...bars.map(({ value }) => value ?? 0));
  const top = roundUp(most);
  const show = (value: number | null) => showMeasure(value, measure, usage.currency, language);
  const dayName = (day: string | undefined) =>
    new Date(day ?? since).toLocaleDateString(language, { day: "numeric", month: "short", timeZone: "UTC" });
  const peak = bars.find(({ value }) => value === most);
  return (
    <>
      <figure className="chart">
        <div className="chart-scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{show(value)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${days * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
        >
          <title id={`${id}-title`}>{s.chart(s.measures[measure], days)}</title>
          <desc id={`${id}-text`}>{`${s.most}: ${show(most)}, ${dayName(peak?.day)}`}</desc>
          <path className="chart-lines" d={`M0 .5h${days * 10}M0 ${height / 2}h${days * 10}`} />
          {bars.map(({ day, value }, index) => {
            const tall = ((value ?? 0) / top) * height;
            return (
              <g key={day}>
                <title>{`${dayName(day)}: ${show(value)}`}</title>
                <rect className="chart-day" x={index * 10} width={10} height={height} />
                <rect className="chart-bar" x={index * 10 + gap / 2} width={10 - gap} y={height - tall} height={tall} />
              </g>
            );
          })}
        </svg>
        <div className="chart-days" aria-hidden="true">
          {[0, Math.floor(days / 2), days - 1].map((index) => (
            <span key={index}>{dayName(bars[index]?.day)}</span>
          ))}
        </div>
      </figure>
      {usage.items.length > 0 && (
        <details>
          <summary>{s.asTable}</summary>
          <UsageTable label={s.byDay} usage={{ ...usage, items: usage.items.toReversed() }} measure={measure} />
        </details>
      )}
    </>
  );
}

/** The next round figure above, for the scale: half of it is round as well. */
function roundUp(value: number): number {
  if (value === 0) return 2;
  const step = 2 * 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step) * step;
}

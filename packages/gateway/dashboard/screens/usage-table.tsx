import type { WireUsage } from "../../src/wire/usage.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage } from "../text/words.ts";
import { Table } from "./screen.tsx";
import { type UsageMeasure, measureOf, showMeasure } from "./usage-measure.ts";

/** Figures of days, models or channels; a bar tells what share each has of what is looked at. */
export function UsageTable({
  label,
  usage,
  measure,
}: {
  readonly label: string;
  readonly usage: WireUsage;
  readonly measure: UsageMeasure;
}) {
  const s = useScreenWords();
  const language = useLanguage();
  const { items, currency, groupBy } = usage;
  const most = Math.max(1e-9, ...items.map((item) => measureOf(item, measure) ?? 0));
  const shareOf = (value: number | null) => ((value ?? 0) / most) * 100;
  const sorted =
    groupBy === "day"
      ? items
      : items.toSorted((one, other) => (measureOf(other, measure) ?? -1) - (measureOf(one, measure) ?? -1));
  return (
    <Table label={label} columns={[s.name, "", s.runsCount, s.input, s.output, ...(currency === null ? [] : [s.cost])]}>
      {sorted.map((item) => (
        <tr key={item.name}>
          <th scope="row">
            {groupBy === "day"
              ? new Date(item.name).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" })
              : item.name}
          </th>
          <td className="share">
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={shareOf(measureOf(item, measure))} height={8} />
            </svg>
          </td>
          <td className="number">{item.runs.toLocaleString(language)}</td>
          <td className="number">{item.inputTokens.toLocaleString(language)}</td>
          <td className="number">{item.outputTokens.toLocaleString(language)}</td>
          {currency !== null && (
            <td className="number">
              {item.cost === null ? (
                <span className="quiet">{s.noPrice}</span>
              ) : (
                showMeasure(item.cost, "cost", currency, language)
              )}
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

import { useEffect, useState } from "react";
import { type Language, useLanguage } from "../text/words.ts";

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago a time is, short, such as “5m ago”. */
function relativeTime(at: number, now: number, language: Language): string {
  const seconds = (at - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  if (unit === "second") return format.format(0, "second");
  return format.format(Math.trunc(seconds / size), unit);
}

/** A time with its zone, such as for a tooltip. */
export function fullTime(at: string, language: Language): string {
  return new Date(at).toLocaleString(language, { dateStyle: "full", timeStyle: "long" });
}

/** A time of day; with the date when it is not of today. */
export function clockTime(at: string | number, language: Language): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  if (isToday) return time;
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const day = date.toLocaleDateString(language, {
    month: "short",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  });
  return `${day}, ${time}`;
}

/** Now, told again every half minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago something was; the whole time is in the tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {relativeTime(Date.parse(at), Math.max(useNow(), Date.parse(at)), language)}
    </time>
  );
}

/** When something was, as a time of day. */
export function Clock({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {clockTime(at, language)}
    </time>
  );
}

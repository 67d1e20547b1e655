import { type PointerEvent, useEffect, useState } from "react";
import { type Language, localeOf, useLanguage } from "../text/words.ts";

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

const relative = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "narrow" }));
const full = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" }));

/** How long ago a time is, short, such as “5m ago”. */
function relativeTime(at: number, now: number, language: Language): string {
  const seconds = (at - now) / 1_000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  if (unit === "second") return relative(language).format(0, "second");
  return relative(language).format(Math.trunc(seconds / size), unit);
}

/** A time with its zone, such as for a tooltip. */
export function fullTime(at: string, language: Language): string {
  return full(language).format(new Date(at));
}

/** Making a format takes longer than using it a hundred times. */
function cached<Format>(create: (locale: string) => Format): (language: Language) => Format {
  const formats = new Map<Language, Format>();
  return (language) => {
    const format = formats.get(language) ?? create(localeOf(language));
    formats.set(language, format);
    return format;
  };
}

/** A time of day; with the date when it is not of today. */
export function clockTime(at: string | number, language: Language): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = date.toLocaleTimeString(localeOf(language), { hour: "2-digit", minute: "2-digit" });
  if (isToday) return time;
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  const day = date.toLocaleDateString(localeOf(language), {
    month: "short",
    day: "numeric",
    ...(!isThisYear && { year: "numeric" }),
  });
  return `${day}, ${time}`;
}

/** Now, told again every half minute: by one clock, however many times are shown. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    watchers.add(tick);
    timer ??= setInterval(() => {
      for (const watcher of watchers) watcher();
    }, 30_000);
    return () => {
      watchers.delete(tick);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return now;
}

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** How long ago something was; the whole time is in the tooltip. */
export function Ago({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time
      dateTime={at}
      onPointerEnter={({ currentTarget }: PointerEvent<HTMLElement>) => (currentTarget.title = fullTime(at, language))}
    >
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

import { fullTime } from "../parts/time.tsx";
import { type Language, localeOf, useLanguage } from "../text/words.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format that is made once: making one takes longer than drawing a row. */
function formatOf(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(localeOf(language), options);
  formats.set(name, format);
  return format;
}

/** The time of day of something; its day stands above it, all of it and the zone in its title. */
export function TimeOfDay({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {formatOf(language, { hour: "2-digit", minute: "2-digit" }).format(new Date(at))}
    </time>
  );
}

/** Whether something was today. */
export function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}

/** A day in words: today and yesterday by name, others by their date. */
export function dayName(at: string, language: Language): string {
  const date = new Date(at);
  const today = new Date();
  const midnight = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  const days = Math.round((midnight(date) - midnight(today)) / 86_400_000);
  if (days === 0 || days === -1) {
    const name = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }
  const isThisYear = date.getFullYear() === today.getFullYear();
  return formatOf(language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!isThisYear && { year: "numeric" }),
  }).format(date);
}

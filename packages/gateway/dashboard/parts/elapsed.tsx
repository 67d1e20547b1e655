import { useEffect, useState } from "react";
import { useLanguage } from "../text/words.ts";
import { fullTime } from "./time.tsx";

/** How long something has been going on, to the second, such as “1:05”. */
export function Elapsed({ since }: { readonly since: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, padded(minutes)] : [minutes];
  return (
    <time dateTime={`PT${seconds}S`} title={fullTime(since, language)}>
      {[...parts, padded(seconds % 60)].join(":")}
    </time>
  );
}

function padded(value: number): string {
  return String(value).padStart(2, "0");
}

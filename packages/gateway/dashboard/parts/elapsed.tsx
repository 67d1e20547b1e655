import { useEffect, useState } from "react";
import { useLanguage } from "../text/words.ts";
import { fullTime } from "./time.tsx";

/** How long something has been going on, to the second, such as “01:05”. */
export function Elapsed({ since }: { readonly since: string }) {
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000));
  return (
    <time dateTime={`PT${seconds}S`} title={fullTime(since, language)}>
      {new Date(seconds * 1_000).toISOString().slice(seconds < 3_600 ? 14 : 11, 19)}
    </time>
  );
}

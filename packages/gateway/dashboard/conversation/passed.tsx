import { useEffect, useState } from "react";

/** Seconds since something began. */
export function Passed({ since }: { readonly since: string }) {
  const passed = () => Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1_000));
  const [seconds, setSeconds] = useState(passed);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(passed), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  const minutes = Math.floor(seconds / 60);
  return <span className="elapsed">{minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`}</span>;
}

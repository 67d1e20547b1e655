const units: readonly (readonly [milliseconds: number, name: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1_000, "s"],
];

const daysShownAsDays = 30;

/** How long ago a moment was, such as `3 min ago`; a date where that says more. Both in milliseconds since 1970. */
export function formatRelativeTime(moment: number, now: number): string {
  const age = now - moment;
  if (age < 1_000) return "just now";
  if (age >= daysShownAsDays * 86_400_000) return new Date(moment).toISOString().slice(0, 10);
  return `${formatDuration(age)} ago`;
}

/** A duration in milliseconds, in its largest whole unit, such as `12 s`. */
export function formatDuration(milliseconds: number): string {
  for (const [size, name] of units) {
    if (milliseconds >= size) return `${Math.floor(milliseconds / size)} ${name}`;
  }
  return `${Math.max(0, Math.round(milliseconds))} ms`;
}

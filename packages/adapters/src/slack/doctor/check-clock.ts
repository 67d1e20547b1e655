import { NotWellError } from "@keyturn/core/channel-kit";

/** How far the machine's clock may be from Slack's, in milliseconds. From five minutes on no request of Slack's is taken. */
const mostMilliseconds = 60_000;

/** @throws NotWellError when the machine's clock is wrong. */
export function checkClock(aheadMilliseconds: number | undefined): string {
  if (aheadMilliseconds === undefined) return "Slack does not say what time it is";
  const seconds = Math.round(Math.abs(aheadMilliseconds) / 1_000);
  // Slack tells whole seconds, and the way takes its time.
  if (seconds <= 2) return "it goes as Slack's does";
  const where = `this machine's clock is ${seconds} s ${aheadMilliseconds > 0 ? "ahead of" : "behind"} Slack's`;
  if (seconds * 1_000 <= mostMilliseconds) return where;
  throw new NotWellError(
    `${where[0]?.toUpperCase()}${where.slice(1)}. Set it, and let it be set by NTP: from 300 s on the bot refuses what Slack sends over HTTP.`,
  );
}

import type { ChannelReport, Logger } from "@keyturn/core";

/** Writes each change of a connection's state down, and hands it on. */
export function loggedReport(
  channel: string,
  log: Logger,
  report: (news: ChannelReport) => void,
): (news: ChannelReport) => void {
  let last: ChannelReport["state"] | undefined;
  return (news) => {
    const { state, reason } = news;
    const fields = { channel, state, reason };
    if (state === last) log.debug(fields, "Discord: a shard has changed.");
    else if (state === "connected") log.info(fields, "Discord is connected.");
    else if (state === "reconnecting") log.warn(fields, "The connection to Discord is lost; it is made anew.");
    else log.error(fields, `Discord is not connected: ${reason}`);
    last = state;
    report(news);
  };
}

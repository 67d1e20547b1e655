import { memo } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { Attachments } from "./attachments.tsx";
import { Beginning, DayLine, Withdrawn } from "./boundary.tsx";
import { Card } from "./card.tsx";
import { DraftEntry } from "./draft-entry.tsx";
import { Entry, PlainText } from "./entry.tsx";
import { Summary } from "./summary.tsx";
import type { Row } from "./rows.ts";

/** One row of the transcript. */
export const TranscriptRow = memo(function TranscriptRow({
  row,
  sessionId,
  session,
  isOnly,
  onRegenerate,
}: {
  readonly row: Row;
  readonly sessionId: string;
  /** For the row where it begins. */
  readonly session: WireSession | undefined;
  readonly isOnly: boolean;
  readonly onRegenerate: (() => void) | undefined;
}) {
  switch (row.kind) {
    case "begin":
      return <Beginning session={session} isEmpty={isOnly} />;
    case "day":
      return <DayLine at={row.at} />;
    case "withdrawn":
      return <Withdrawn />;
    case "summary":
      return <Summary summary={row.summary} />;
    case "entry":
      return (
        <Entry entry={row.entry} isContinued={row.isContinued} sessionId={sessionId} onRegenerate={onRegenerate} />
      );
    case "running": {
      const { id, sender, text, acceptedAt, attachments } = row.message;
      return (
        <Card
          kind="user"
          name={sender.name ?? sender.id}
          at={acceptedAt}
          isContinued={row.isContinued}
          copy={() => text}
        >
          <PlainText text={text} />
          {attachments !== undefined && <Attachments sessionId={sessionId} messageId={id} list={attachments} />}
        </Card>
      );
    }
    case "draft":
      return <DraftEntry draft={row.draft} />;
  }
});

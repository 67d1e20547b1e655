import { memo } from "react";
import type { Boundary } from "../state/transcript.ts";
import { Attachments } from "./attachments.tsx";
import { Beginning, DayLine } from "./boundary.tsx";
import { Card } from "./card.tsx";
import { DraftEntry } from "./draft-entry.tsx";
import { Entry, PlainText } from "./entry.tsx";
import type { Row } from "./rows.ts";

/** One row of the transcript. */
export const TranscriptRow = memo(function TranscriptRow({
  row,
  sessionId,
  boundary,
  isOnly,
  onRegenerate,
}: {
  readonly row: Row;
  readonly sessionId: string;
  readonly boundary: Boundary | undefined;
  readonly isOnly: boolean;
  readonly onRegenerate: (() => void) | undefined;
}) {
  switch (row.kind) {
    case "begin":
      return <Beginning boundary={boundary} isEmpty={isOnly} />;
    case "day":
      return <DayLine at={row.at} />;
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

import { Fragment, useState } from "react";
import type { WireLogLine } from "../../src/wire/log.ts";
import { useParameters } from "../location.ts";
import { Icon } from "../parts/icon.tsx";
import { fullTime } from "../parts/time.tsx";
import { queries } from "../state/world.ts";
import { useScreenWords } from "../text/screens.ts";
import { useLanguage, useWords } from "../text/words.ts";
import { More } from "./more.tsx";
import { usePages } from "./read.ts";
import { Choice, Loaded, Screen } from "./screen.tsx";
import { Link } from "../parts/link.tsx";

const levels = ["debug", "info", "warn", "error"] as const;

/** What the lines of one request or one run have in common. */
const threads = ["requestId", "runId", "sessionId"] as const;

/** How often the log is read while it is followed, in milliseconds. */
const followMilliseconds = 2_000;

/** The log of the process as it is written, by level, or the lines of one request, run or session. */
export default function Logs() {
  const t = useWords();
  const s = useScreenWords();
  const [parameters, setParameters] = useParameters();
  const [isFollowing, setFollowing] = useState(true);
  const level = levels.find((name) => name === parameters.get("level")) ?? "info";
  const chosen = threads.flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const list = usePages<WireLogLine>(
    "logs",
    "/logs",
    { level, ...Object.fromEntries(chosen) },
    isFollowing ? followMilliseconds : false,
  );
  const turn = () => {
    setFollowing(!isFollowing);
    // What is on its way would move what somebody wants to read.
    void queries.cancelQueries({ queryKey: ["logs"] });
  };
  return (
    <Screen
      title={t.logs}
      lead={s.logsLead}
      tools={
        <div className="tools">
          <Choice
            label={s.level}
            value={level}
            options={levels.map((name) => [name, name])}
            onChange={(value) => setParameters({ level: value })}
          />
          <button type="button" className="button" onClick={turn}>
            {isFollowing ? s.pauseLog : s.follow}
          </button>
        </div>
      }
    >
      {chosen.length > 0 && (
        <p className="log-state">
          {chosen.map(([name, value]) => (
            <button key={name} type="button" className="chip" onClick={() => setParameters({ [name]: undefined })}>
              {name} {value} <Icon name="close" />
              <span className="visually-hidden">{s.clearFilters}</span>
            </button>
          ))}
        </p>
      )}
      <Loaded query={list} isEmpty={({ items }) => items.length === 0}>
        {({ items }) => (
          <ol className="log" aria-label={t.logs}>
            {items.map((line, index) => (
              <Line
                key={`${line.at}.${index}`}
                line={line}
                onChoose={(name, value) => setParameters({ [name]: value })}
              />
            ))}
          </ol>
        )}
      </Loaded>
      <More list={list} />
    </Screen>
  );
}

function Line({
  line: { at, level, message, fields },
  onChoose,
}: {
  readonly line: WireLogLine;
  readonly onChoose: (name: string, value: string) => void;
}) {
  const language = useLanguage();
  const time = new Date(at).toLocaleTimeString(language, { timeStyle: "medium", hourCycle: "h23" });
  return (
    <li data-level={level}>
      <time dateTime={at} title={fullTime(at, language)}>
        {time}
      </time>
      <span className="log-level">{level}</span>
      <span>
        {message}
        {Object.entries(fields).map(([name, value]) => {
          const text = typeof value === "string" ? value : JSON.stringify(value);
          const isThread = threads.some((other) => other === name);
          return (
            <Fragment key={name}>
              {" "}
              <span className="quiet">{name}=</span>
              {name === "sessionId" ? (
                <Link href={`/c/${text}`}>{text}</Link>
              ) : isThread ? (
                <button type="button" className="link" onClick={() => onChoose(name, text)}>
                  {text}
                </button>
              ) : (
                <bdi>{text}</bdi>
              )}
            </Fragment>
          );
        })}
      </span>
    </li>
  );
}

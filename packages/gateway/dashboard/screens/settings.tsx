import { type FormEvent, useState } from "react";
import type { WireConfiguration, WireConfigurationChange } from "../../src/wire/configuration.ts";
import { call } from "../api/call.ts";
import { useMay } from "../state/me.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { perform, useRead } from "./read.ts";
import { Loaded, Screen, State, Table } from "./screen.tsx";
import { isLive, patchOf, valueAt } from "./setting-paths.ts";

/** The settings in force; those that can change while the bot runs are changed here. */
export default function Settings() {
  const t = useWords();
  const s = useScreenWords();
  const configuration = useRead<WireConfiguration>("config", "/config");
  const schema = useRead<object>("config", "/config/schema");
  return (
    <Screen title={t.settings} lead={s.settingsLead}>
      <Loaded query={configuration}>
        {(value) => (
          <Table label={t.settings} columns={[s.setting, s.value, s.source, ""]}>
            {Object.keys(value.sources)
              .toSorted()
              .map((path) => (
                <Setting key={path} path={path} configuration={value} canChange={isLive(schema.data, path)} />
              ))}
          </Table>
        )}
      </Loaded>
    </Screen>
  );
}

function Setting({
  path,
  configuration,
  canChange,
}: {
  readonly path: string;
  readonly configuration: WireConfiguration;
  readonly canChange: boolean;
}) {
  const s = useScreenWords();
  const mayChange = useMay("config.change");
  const [text, setText] = useState<string>();
  const source = configuration.sources[path];
  const value = valueAt(configuration.values, path);
  const send = async (next: unknown) => {
    const change = await perform(
      () =>
        call<WireConfigurationChange>({
          method: "PATCH",
          path: "/config",
          body: patchOf(path, next),
          headers: { "If-Match": `"${configuration.version}"` },
        }),
      s.notDone,
      "config",
    );
    if (change === undefined) return;
    setText(undefined);
    showToast({ kind: "done", text: s.changed(change.changed.join(", ")) });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    let next: unknown;
    try {
      next = JSON.parse(text ?? "");
    } catch {
      showToast({ kind: "failed", text: s.notJson });
      return;
    }
    void send(next);
  };
  return (
    <tr>
      <th scope="row">
        <code>{path}</code>
      </th>
      <td>
        {text === undefined ? (
          <Value value={value} />
        ) : (
          <form className="tools" onSubmit={save}>
            <input
              autoFocus
              aria-label={`${path}: ${s.jsonHint}`}
              title={s.jsonHint}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
            <button type="submit" className="button primary">
              {s.save}
            </button>
            <button type="button" className="button" onClick={() => setText(undefined)}>
              {s.cancel}
            </button>
          </form>
        )}
      </td>
      <td>
        {source !== undefined && (
          <>
            <State kind={source.kind === "live" ? "good" : "plain"} label={s.sources[source.kind]} />{" "}
            <span className="quiet">{source.name}</span>
          </>
        )}
      </td>
      <td className="buttons">
        {mayChange && canChange && text === undefined && (
          <button type="button" className="button" onClick={() => setText(JSON.stringify(value ?? null))}>
            {s.change}
          </button>
        )}
        {mayChange && source?.kind === "live" && (
          <button type="button" className="button" onClick={() => void send(null)}>
            {s.takeBack}
          </button>
        )}
      </td>
    </tr>
  );
}

/** A value; of a secret, only whether there is one. */
function Value({ value }: { readonly value: unknown }) {
  const s = useScreenWords();
  const text = JSON.stringify(value ?? null);
  if (text === '{"set":true}' || text === '{"set":false}') {
    return <span className="quiet">{text === '{"set":true}' ? s.secretSet : s.secretUnset}</span>;
  }
  return <code className="setting-value">{text}</code>;
}

import { type FormEvent, useState } from "react";
import type { WireConfiguration, WireConfigurationChange } from "../../src/wire/configuration.ts";
import { call } from "../api/call.ts";
import { useMay } from "../state/me.ts";
import { showToast } from "../state/toasts.ts";
import { useScreenWords } from "../text/screens.ts";
import { perform } from "./read.ts";
import { State } from "./screen.tsx";
import { type SettingForm, patchOf, textOf, valueAt, valueOf } from "./setting-paths.ts";

/** One setting: its name, what it does, its value, where that comes from, and how to change it. */
export function Setting({
  path,
  form,
  configuration,
}: {
  readonly path: string;
  readonly form: SettingForm;
  readonly configuration: WireConfiguration;
}) {
  const s = useScreenWords();
  const mayChange = useMay("config.change") && form.isLive;
  const [text, setText] = useState<string>();
  const source = configuration.sources[path];
  const value = valueAt(configuration.values, path);
  const send = async (next: unknown) => {
    const body = patchOf(path, next);
    const headers = { "If-Match": `"${configuration.version}"` };
    const change = await perform(
      () => call<WireConfigurationChange>({ method: "PATCH", path: "/config", body, headers }),
      s.notDone,
      "config",
    );
    if (change === undefined) return;
    setText(undefined);
    showToast({ kind: "done", text: s.changed(change.changed.join(", ")) });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    try {
      void send(valueOf(text ?? "", form));
    } catch {
      showToast({ kind: "failed", text: s.notJson });
    }
  };
  return (
    <li>
      <div>
        <p className="setting-head">
          <code className="setting-name">{path}</code>
          {source !== undefined && source.kind !== "default" && (
            <span className="quiet">
              <State kind={source.kind === "live" ? "good" : "plain"} label={s.sources[source.kind]} /> {source.name}
            </span>
          )}
        </p>
        {form.description !== "" && (
          <p className="quiet" lang="en">
            {form.description}
          </p>
        )}
      </div>
      {text === undefined ? (
        <>
          <Value value={value} />
          <div className="tools">
            {mayChange ? (
              <button
                type="button"
                className="button"
                aria-label={`${s.change}: ${path}`}
                onClick={() => setText(textOf(value, form))}
              >
                {s.change}
              </button>
            ) : (
              !form.isLive && <span className="quiet">{s.withRestart}</span>
            )}
            {mayChange && source?.kind === "live" && (
              <button type="button" className="button" onClick={() => void send(null)}>
                {s.takeBack}
              </button>
            )}
          </div>
        </>
      ) : (
        <form className="setting-form" onSubmit={save}>
          <SettingInput label={path} form={form} text={text} onText={setText} />
          <div className="tools">
            <button type="submit" className="button primary">
              {s.save}
            </button>
            <button type="button" className="button" onClick={() => setText(undefined)}>
              {s.cancel}
            </button>
          </div>
        </form>
      )}
    </li>
  );
}

/** Where a value is entered, in the way that suits it. */
function SettingInput({
  label,
  form: { kind, choices },
  text,
  onText,
}: {
  readonly label: string;
  readonly form: SettingForm;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const s = useScreenWords();
  const common = {
    autoFocus: true,
    "aria-label": label,
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onText(target.value),
  };
  switch (kind) {
    case "choice":
      return (
        <select {...common}>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case "number":
      return <input {...common} type="number" step="any" required />;
    case "line":
      return <input {...common} />;
    case "lines":
      return <textarea {...common} rows={4} />;
    case "json":
      return (
        <>
          <textarea {...common} rows={4} className="json" aria-description={s.jsonHint} spellCheck={false} />
          <span className="quiet">{s.jsonHint}</span>
        </>
      );
  }
}

/** A value; of a secret, only whether there is one. */
function Value({ value }: { readonly value: unknown }) {
  const s = useScreenWords();
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  if (text === '{"set":true}' || text === '{"set":false}') {
    return <span className="quiet">{text === '{"set":true}' ? s.secretSet : s.secretUnset}</span>;
  }
  return value === undefined || value === null || text === "" || text === "[]" ? (
    <span className="quiet">{s.noValue}</span>
  ) : (
    <code className="setting-value">{text}</code>
  );
}

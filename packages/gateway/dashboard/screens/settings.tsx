import { useState } from "react";
import type { WireConfiguration } from "../../src/wire/configuration.ts";
import { useScreenWords } from "../text/screens.ts";
import { useWords } from "../text/words.ts";
import { useRead } from "./read.ts";
import { Loaded, Screen } from "./screen.tsx";
import { formOf } from "./setting-paths.ts";
import { Setting } from "./setting.tsx";
import "../style/settings.css";

/** The settings in force; those that can change while the bot runs are changed here. */
export default function Settings() {
  const t = useWords();
  const s = useScreenWords();
  const [wanted, setWanted] = useState("");
  const configuration = useRead<WireConfiguration>("config", "/config");
  const schema = useRead<object>("config", "/config/schema");
  const find = (
    <input
      type="search"
      aria-label={s.findSetting}
      placeholder={s.findSetting}
      value={wanted}
      onChange={({ target }) => setWanted(target.value)}
    />
  );
  return (
    <Screen title={t.settings} lead={s.settingsLead} tools={find}>
      <Loaded query={schema}>
        {(described) => (
          <Loaded query={configuration}>
            {(value) => <Groups configuration={value} schema={described} wanted={wanted.toLowerCase()} />}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

/** Those that stand alone first, then those of each part. */
function Groups({
  configuration,
  schema,
  wanted,
}: {
  readonly configuration: WireConfiguration;
  readonly schema: object;
  readonly wanted: string;
}) {
  const t = useWords();
  const s = useScreenWords();
  const found = Object.keys(configuration.sources)
    .map((path) => ({ path, form: formOf(schema, path) }))
    .filter(({ path, form }) => `${path} ${form.description}`.toLowerCase().includes(wanted));
  if (found.length === 0) return <p className="quiet nothing">{s.noSetting}</p>;
  const groups = Map.groupBy(found, ({ path }) => (path.includes(".") ? (path.split(".")[0] ?? "") : ""));
  return [...groups].map(([group, settings]) => (
    <section key={group} {...(group === "" ? { "aria-label": t.settings } : { "aria-labelledby": `in-${group}` })}>
      {group !== "" && (
        <h2 id={`in-${group}`}>
          <bdi>{group}</bdi>
        </h2>
      )}
      <ul className="settings">
        {settings.map(({ path, form }) => (
          <Setting key={path} path={path} form={form} configuration={configuration} />
        ))}
      </ul>
    </section>
  ));
}

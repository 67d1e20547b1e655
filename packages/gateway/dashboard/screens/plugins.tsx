import type { WirePlugin, WirePluginList } from "../../src/wire/plugin.ts";
import { call } from "../api/call.ts";
import { useMay } from "../state/me.ts";
import { useScreenWords } from "../text/screens.ts";
import { perform } from "./read.ts";
import { State, Table } from "./screen.tsx";

/** The plugins, how they stand and what they bring; turned on and off while the bot runs. */
export function Plugins({ list }: { readonly list: WirePluginList }) {
  const s = useScreenWords();
  const mayChange = useMay("plugin.change");
  const turn = ({ id, state }: WirePlugin) =>
    perform(
      () =>
        call<WirePlugin>({
          method: "PATCH",
          path: `/plugins/${encodeURIComponent(id)}`,
          body: { enabled: state === "disabled" },
          headers: { "If-Match": `"${list.version}"` },
        }),
      s.notDone,
      "plugins",
      "config",
    );
  return (
    <Table label={s.plugins} columns={[s.name, s.state, s.registrations, ""]}>
      {list.items.map((plugin) => (
        <tr key={plugin.id}>
          <th scope="row">
            {plugin.id} <span className="quiet">{plugin.version}</span>
          </th>
          <td>
            <State
              kind={plugin.state === "running" ? "good" : plugin.state === "failed" ? "bad" : "plain"}
              label={s.pluginStates[plugin.state]}
            />
            {plugin.reason !== null && <p className="quiet">{plugin.reason}</p>}
          </td>
          <td className="quiet">{plugin.registrations.map(({ kind, name }) => `${kind} ${name}`).join(", ")}</td>
          <td className="buttons">
            {plugin.isRequired && <span className="quiet">{s.required}</span>}
            {mayChange && !plugin.isRequired && (
              <button
                type="button"
                className="button"
                aria-label={`${plugin.state === "disabled" ? s.turnOn : s.turnOff}: ${plugin.id}`}
                onClick={() => void turn(plugin)}
              >
                {plugin.state === "disabled" ? s.turnOn : s.turnOff}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

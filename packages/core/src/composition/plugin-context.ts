import { ConversationControl } from "../commands/conversation-control.ts";
import { completeOption } from "../commands/command-completion.ts";
import { describeCommand } from "../commands/command-description.ts";
import { assertToolDefinition } from "../agent/tool.ts";
import type { PluginActor } from "../sessions/actor.ts";
import type { BotEvent } from "../sessions/events.ts";
import type { Own } from "../plugin/hosted-plugin.ts";
import type { EventOfType, PluginContext } from "../plugin/plugin.ts";
import type { Get } from "./injection.ts";
import type { BotParts } from "./parts.ts";

/** What one plugin works with: every registration is handed to `own`, to be undone with the plugin. */
export function createPluginContext(get: Get<BotParts>, name: string, own: Own): PluginContext {
  const log = get("log");
  const actor: PluginActor = { kind: "plugin", id: name, surface: "plugin" };
  return {
    clock: get("clock"),
    log,
    control: new ConversationControl(get("sessions"), actor),
    controlFor: (request) => get("commandDesk").controlFor(request),
    channel(channel) {
      own(get("channelHost").add(channel), { kind: "channel", name: channel.name });
    },
    model: (provider) => own(get("models").register(provider), { kind: "model", name: provider.name }),
    tool(tool) {
      assertToolDefinition(tool);
      own(get("tools").register(tool), { kind: "tool", name: tool.name });
    },
    command: (command) => own(get("commands").register(command), { kind: "command", name: command.name }),
    hook(type, listener) {
      own(
        get("events").subscribe((event) => {
          if (isOfType(event, type)) listener(event);
        }),
      );
    },
    own: (cleanup) => own(cleanup),
    storage: get("storages").storage(name),
    receive: (message) => get("intake").receive(message),
    invoke: (invocation) => get("commandDesk").invoke(invocation),
    commands: () => get("commands").all().map(describeCommand),
    complete: (request) =>
      completeOption(
        {
          sessions: get("sessions"),
          commands: get("commands"),
          clock: get("clock"),
          reportError: get("reportError"),
        },
        request,
      ),
    edit: (edit) => get("sessions").editMessage(edit),
    withdraw: (withdrawal) => get("sessions").withdrawMessage(withdrawal, actor),
  };
}

function isOfType<Type extends BotEvent["type"]>(event: BotEvent, type: Type): event is EventOfType<Type> {
  return event.type === type;
}

import type { ApiMethod } from "../api-method.ts";
import { accessMethods } from "./access.ts";
import { assistantMethods } from "./assistant.ts";
import { chatStreamMethods } from "./chat-streams.ts";
import { chatMethods } from "./chat.ts";
import { conversationMethods } from "./conversations.ts";
import { fileMethods } from "./files.ts";
import { peopleMethods } from "./people.ts";
import { viewMethods } from "./views.ts";

/** Every method of the Web API that this server has. */
export const methodTable: ReadonlyMap<string, ApiMethod> = new Map(
  [
    ...accessMethods,
    ...assistantMethods,
    ...chatMethods,
    ...chatStreamMethods,
    ...conversationMethods,
    ...fileMethods,
    ...peopleMethods,
    ...viewMethods,
  ].map((method) => [method.name, method]),
);

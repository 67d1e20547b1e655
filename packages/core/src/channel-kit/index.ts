/** What channel adapters share beside the port itself: for whoever joins one more service. `@keyturn/core/channel-kit`. */

export { AsyncKeyedLock, type AsyncKeyedLockOptions } from "../locking/async-keyed-lock.ts";
export { BotHops } from "./bot-hops.ts";
export { ChannelLines } from "./channel-lines.ts";
export { type ConversationScope, channelNameSchema, conversationScopes } from "./channel-settings.ts";
export { DraftBook, type DraftPlace } from "./draft-book.ts";
export { Echoes } from "./echoes.ts";
export { EditPacer } from "./edit-pacer.ts";
export { forgetOldest } from "../forget-oldest.ts";
export { NotWellError, type ServiceFinding, lookAtService } from "./finding.ts";
export { HeldEdits } from "./held-edits.ts";
export { PendingWork } from "./pending-work.ts";
export { type RunButton, pressRunButton } from "./run-button.ts";

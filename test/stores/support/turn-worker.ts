import { writeSync } from "node:fs";
import { SystemClock } from "../../../packages/core/src/clock.ts";
import type { SessionStore } from "../../../packages/core/src/sessions/session-store.ts";
import { DocumentSessionStore } from "../../../packages/core/src/stores/document/document-session-store.ts";
import { openLowdbStorage } from "../../../packages/core/src/stores/lowdb/open-lowdb-storage.ts";
import { StoreConversation } from "../../../packages/testkit/src/contracts/session-store-conversation.ts";
import { StoreSubject } from "../../../packages/testkit/src/contracts/session-store-subject.ts";

type Action = () => Promise<{ readonly kind: string }>;

/**
 * Has turns, resets and deletes in the data folders that it is given, several conversations at once, until it is killed.
 * It tells each step on standard output, before (`begin …`) and after (`end …`) it was acknowledged, with the number of
 * the folder in front: `0 begin accept a t7`.
 */
const [run = "0", ...folders] = process.argv.slice(2);
let texts = 0;

await Promise.all(folders.map(work));

async function work(folder: string, number: number): Promise<void> {
  const store: SessionStore = new DocumentSessionStore(await openLowdbStorage({ folder, clock: new SystemClock() }));
  const subject = new StoreSubject({ store, reopen: () => Promise.resolve(store), close: () => store.close() }, run);
  await Promise.all(["a", "b", "c"].map((place) => talk(number, new StoreConversation(subject, place), place)));
}

async function talk(folder: number, conversation: StoreConversation, place: string): Promise<void> {
  const told = (step: string, action: Action) => tell(folder, step, action);
  for (let step = 1; ; step += 1) {
    texts += 1;
    const text = `t${run}-${texts}`;
    await told(`accept ${place} ${text}`, () => conversation.accept(text, { capacity: 1_000 }));
    for (let turn = await conversation.claim(); turn !== undefined; turn = await conversation.claim()) {
      const { messages } = turn;
      const claimed = turn;
      const asked = messages.map((message) => message.text).join("+");
      await told(`answer ${place} ${asked}`, () => conversation.commit(claimed, `to ${asked}`));
    }
    if (step % 11 === 0) await told(`reset ${place}`, () => conversation.reset());
    if (step % 29 === 0) await told(`delete ${place}`, () => conversation.delete());
  }
}

async function tell(folder: number, step: string, action: Action): Promise<void> {
  // Written at once and unbuffered: what the parent has read is what had happened.
  writeSync(1, `${folder} begin ${step}\n`);
  const { kind } = await action();
  if (kind === "fenced" || kind === "gone") throw new Error(`The store answered ${kind} to ${step}.`);
  writeSync(1, `${folder} end ${step}\n`);
}

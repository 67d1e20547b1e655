import { describeSessionStore } from "@keyturn/testkit/contracts";
import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { TemporaryFolder, openStorage } from "./support/lowdb-folder.ts";

describeSessionStore(
  "The lowdb store",
  async () => {
    const folder = await TemporaryFolder.make();
    let store = new DocumentSessionStore(await openStorage(folder.path));
    return {
      store,
      reopen: async () => {
        await store.close();
        store = new DocumentSessionStore(await openStorage(folder.path));
        return store;
      },
      close: async () => {
        await store.close();
        await folder.remove();
      },
    };
  },
  { isDurable: true },
);

import { DocumentSessionStore } from "../../packages/core/src/stores/document/document-session-store.ts";
import { MemoryDocumentStorage } from "../../packages/core/src/stores/memory/memory-document-storage.ts";
import { describeSessionStore } from "@keyturn/testkit/contracts";

describeSessionStore(
  "The memory store",
  () => {
    const store = new DocumentSessionStore(new MemoryDocumentStorage());
    return Promise.resolve({
      store,
      reopen: () => Promise.reject(new Error("What was in memory is gone.")),
      close: () => store.close(),
    });
  },
  { isDurable: false, histories: 200 },
);

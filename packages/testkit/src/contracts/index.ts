/** Contract suites, to be run with vitest against implementations of the core's ports. */
export { type SessionStoreContractOptions, describeSessionStore } from "./session-store-contract.ts";

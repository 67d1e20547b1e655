/** What can be done to sessions. */
export type Change = "stop" | "reset" | "delete" | "restore";

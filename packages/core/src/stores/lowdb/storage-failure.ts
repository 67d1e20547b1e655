import { StoreError, type StoreErrorCode } from "../../errors.ts";

/** What a system's error means for whoever runs the bot. */
interface Diagnosis {
  readonly code: StoreErrorCode;
  readonly meaning: string;
  readonly remedy: string;
}

const full: Diagnosis = {
  code: "STORE_FULL",
  meaning: "the disk is full",
  remedy: "Free some space; the next try then succeeds.",
};
const denied: Diagnosis = {
  code: "STORE_DENIED",
  meaning: "the system denies access",
  remedy: "Give the bot's user the right to read and write everything in the data folder.",
};
const broken: Diagnosis = {
  code: "STORE_UNAVAILABLE",
  meaning: "the system could not do it",
  remedy: "Look at the health of the disk, then try again.",
};

const diagnoses: ReadonlyMap<string, Diagnosis> = new Map([
  ["ENOSPC", full],
  ["EDQUOT", { ...full, meaning: "the disk quota is used up" }],
  ["EFBIG", { ...full, meaning: "the file would be larger than the system allows" }],
  ["EACCES", denied],
  ["EPERM", denied],
  ["EROFS", { ...denied, meaning: "the disk is read-only" }],
]);

/** The system's name of an error, such as `ENOENT`. */
export function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A failed call on the disk as the error that callers of the store get. `attempt` reads like `write sessions/0a/x.json`. */
export function toStoreError(attempt: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const system = systemCodeOf(cause);
  const { code, meaning, remedy } = diagnoses.get(system ?? "") ?? broken;
  const detail = system === undefined ? "" : ` (${system})`;
  return new StoreError(code, `Could not ${attempt}: ${meaning}${detail}. Nothing was changed. ${remedy}`, cause);
}

import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { StoreError } from "@keyturn/core";

/**
 * Makes the data folder where it is not there, for its owner alone, and sees that it can be written.
 * @throws StoreError that says what stands against it.
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await stat(folder)).isDirectory()) throw new Error("it is not a folder");
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw toStoreError(folder, cause);
  }
}

function toStoreError(folder: string, cause: unknown): StoreError {
  const system = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const choose = "Choose another with --data or KEYTURN_DATA.";
  switch (system) {
    case "EACCES":
    case "EPERM":
      return new StoreError(
        "STORE_DENIED",
        `The data folder ${folder} cannot be written (${system}). Give the bot's user the right to read and write it. ${choose}`,
        cause,
      );
    case "EROFS":
      return new StoreError(
        "STORE_DENIED",
        `The data folder ${folder} lies on a read-only disk (EROFS). ${choose}`,
        cause,
      );
    case "ENOSPC":
    case "EDQUOT":
      return new StoreError(
        "STORE_FULL",
        `The data folder ${folder} cannot be made: the disk is full (${system}). Free some space.`,
        cause,
      );
    case "EEXIST":
    case "ENOTDIR":
      return new StoreError(
        "STORE_UNAVAILABLE",
        `The data folder ${folder} is not a folder (${system}). ${choose}`,
        cause,
      );
    default:
      return new StoreError(
        "STORE_UNAVAILABLE",
        `The data folder ${folder} cannot be used (${system}). ${choose}`,
        cause,
      );
  }
}

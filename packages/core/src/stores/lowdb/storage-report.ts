/**
 * Something that whoever runs the bot should know of, though the store goes on. File names are relative to the data
 * folder; nothing in a report is message text.
 */
export type StorageReport =
  /** A file could not be read as what it should be. It lies beside its old place as `movedTo`, whole. */
  | { readonly kind: "moved-aside"; readonly file: string; readonly movedTo: string; readonly reason: string }
  /** A file that the store had written is gone, though the store did not remove it. */
  | { readonly kind: "missing"; readonly file: string }
  /** Something that is not needed any more, or is not essential, could not be cleaned up or written; tried again later. */
  | { readonly kind: "upkeep-failed"; readonly file: string; readonly reason: string };

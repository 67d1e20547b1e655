import { createStore } from "./store.ts";

/** A word that stands in the row of a session in place of what was said last. */
export interface RowNote {
  /** What was refused. */
  readonly action: "delete" | "reset";
  readonly why: string;
}

/** The notes of now, by session. */
export const rowNotes = createStore<ReadonlyMap<string, RowNote>>(new Map());

/** Puts a note into the row of a session. */
export function noteRow(id: string, note: RowNote): void {
  rowNotes.update((notes) => new Map(notes).set(id, note));
}

/** Takes the note out of a row, where there is one. */
export function dropRowNote(id: string): void {
  rowNotes.update((notes) => {
    if (!notes.has(id)) return notes;
    const rest = new Map(notes);
    rest.delete(id);
    return rest;
  });
}

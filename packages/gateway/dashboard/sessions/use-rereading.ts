import { useEffect } from "react";
import { book, queries } from "../state/world.ts";

/** Pause between two readings of a list in which sessions come, go and move, in milliseconds. */
const pauseMilliseconds = 2_500;

/**
 * Reads the parts of a list that are seen again when sessions come, go or move: how many stand further up shows in no
 * event. @param isWhole true when every session of the list is known, so that events say it all.
 */
export function useRereading(isWhole: boolean): void {
  useEffect(() => {
    if (isWhole) return;
    let known = book.moves();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = book.subscribe(() => {
      if (book.moves() === known || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        known = book.moves();
        void queries.invalidateQueries({ queryKey: ["sessions"] });
      }, pauseMilliseconds);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [isWhole]);
}

/**
 * How much was done, in steps: one for each character, line, span or break that was looked at. Tests hold it against the
 * length of the text, so that a slow machine cannot make them fail and a fast one cannot hide a square.
 */
export interface Effort {
  steps: number;
}

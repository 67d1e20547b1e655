/**
 * What a process of its own measures. Everything that a probe is given and gives back goes from process to process: plain
 * data only.
 */
export interface Probe<Parameters, Result> {
  /** Gets everything ready, warm-up included. */
  prepare(parameters: Parameters): Promise<PreparedProbe<Result>>;
}

/** A probe that is ready. */
export interface PreparedProbe<Result> {
  /** Measures once; may be called again. */
  run(): Promise<Result>;
  /** Leaves everything as it should be. */
  close(): Promise<void>;
}

/** What the parent process asks of a probe's process. */
export type ProbeRequest =
  | { readonly kind: "prepare"; readonly probe: string; readonly parameters: unknown }
  | { readonly kind: "run" | "close" };

/** What it gets. */
export type ProbeReply<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly reason: string };

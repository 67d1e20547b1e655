/** Promises that were rejected and that nobody took. */
export interface CollectedRejections {
  readonly reasons: readonly unknown[];
  /** Gives them back to whoever watched before. */
  release(): void;
}

/** Collects rejected promises that nobody takes, which would otherwise end the process, or fail the test run. */
export function collectRejections(tell: () => void = () => undefined): CollectedRejections {
  const before = process.listeners("unhandledRejection");
  const reasons: unknown[] = [];
  const collect = (reason: unknown): void => {
    reasons.push(reason);
    tell();
  };
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", collect);
  return {
    reasons,
    release: () => {
      process.off("unhandledRejection", collect);
      for (const listener of before) process.on("unhandledRejection", listener);
    },
  };
}

/** What nobody caught: rejections and exceptions that would have ended the process. */
export interface CollectedFailures {
  readonly failures: readonly unknown[];
  [Symbol.dispose](): void;
}

/** Collects what nobody catches until the end of the scope; whoever watched before gets it back then. */
export function collectUnhandled(): CollectedFailures {
  const failures: unknown[] = [];
  const keep = (failure: unknown) => void failures.push(failure);
  const rejections = process.listeners("unhandledRejection");
  const exceptions = process.listeners("uncaughtException");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", keep);
  process.removeAllListeners("uncaughtException").on("uncaughtException", keep);
  return {
    failures,
    [Symbol.dispose]() {
      process.off("unhandledRejection", keep);
      process.off("uncaughtException", keep);
      for (const listener of rejections) process.on("unhandledRejection", listener);
      for (const listener of exceptions) process.on("uncaughtException", listener);
    },
  };
}

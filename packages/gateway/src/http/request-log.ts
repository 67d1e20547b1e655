import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@keyturn/core";

/** The gateway's log: what is logged while a request is answered bears the request's id, whoever logs it. */
export class RequestLog implements Logger {
  readonly #log: Logger;
  readonly #requestIds = new AsyncLocalStorage<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Does what a request asks for: lines from within, also later ones of what it began, name the request. */
  during<Result>(requestId: string, work: () => Result): Result {
    return this.#requestIds.run(requestId, work);
  }

  debug(fields: object, message: string): void {
    this.#log.debug(this.#named(fields), message);
  }

  info(fields: object, message: string): void {
    this.#log.info(this.#named(fields), message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn(this.#named(fields), message);
  }

  error(fields: object, message: string): void {
    this.#log.error(this.#named(fields), message);
  }

  #named(fields: object): object {
    const requestId = this.#requestIds.getStore();
    return requestId === undefined ? fields : { requestId, ...fields };
  }
}

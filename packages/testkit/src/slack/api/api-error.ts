/** A method that answers `ok: false`. */
export class ApiError extends Error {
  readonly code: string;
  /** More fields of the answer, such as `needed` and `provided`. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(code: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.code = code;
    this.fields = fields;
  }
}

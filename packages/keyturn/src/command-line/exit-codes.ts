/** What the exit codes of the command mean. */
export const exitCodes = {
  done: 0,
  /** It was tried and did not succeed. */
  failed: 1,
  /** The command or the configuration was not right; nothing was tried. */
  usage: 2,
  /** There is no such session, run, delivery, schedule or token. */
  notFound: 4,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const exitCodesOfErrors: ReadonlyMap<unknown, ExitCode> = new Map([
  ["AUTHENTICATION_REQUIRED", exitCodes.usage],
  ["BODY_MALFORMED", exitCodes.usage],
  ["CONFIGURATION_INVALID", exitCodes.usage],
  ["IMPORT_INVALID", exitCodes.usage],
  ["INPUT_INVALID", exitCodes.usage],
  ["REQUEST_INVALID", exitCodes.usage],
  ["ATTACHMENT_NOT_FOUND", exitCodes.notFound],
  ["DELIVERY_NOT_FOUND", exitCodes.notFound],
  ["RUN_NOT_FOUND", exitCodes.notFound],
  ["SCHEDULE_NOT_FOUND", exitCodes.notFound],
  ["SESSION_DELETED", exitCodes.notFound],
  ["SESSION_NOT_FOUND", exitCodes.notFound],
  ["TOKEN_NOT_FOUND", exitCodes.notFound],
]);

/** The exit code that an error comes to, by its stable code: whether it was thrown here or in the bot that was asked. */
export function exitCodeOf(error: unknown): ExitCode {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return exitCodesOfErrors.get(code) ?? exitCodes.failed;
}

/** The login code of the fragment, as `keyturn login` prints it. It is taken out of the address and of the history. */
export function takeLoginCode(): string | undefined {
  const [, code] = /^#code=([A-Za-z0-9-]{4,50})$/.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(null, "", "#/");
  return code;
}

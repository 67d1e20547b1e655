const link = /^#code=([A-Za-z0-9-]{4,50})$/;

/** Whether the page is at a login link. */
export function isLoginLink(): boolean {
  return link.test(location.hash);
}

/** The login code of the fragment, as `keyturn login` prints it. It is taken out of the address and of the history. */
export function takeLoginCode(): string | undefined {
  const [, code] = link.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(null, "", "#/");
  return code;
}

/** The form of a token: long enough not to be guessed, and fit for a header. */
export const tokenPattern: RegExp = /^[\x21-\x7e]{16,512}$/;

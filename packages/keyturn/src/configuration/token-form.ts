/** What an operator's token may look like: visible ASCII, as an HTTP header takes it, and too long to be guessed. */
export const tokenForm: RegExp = /^[\x21-\x7e]{16,512}$/;

/** The same in words. */
export const tokenDescription = "16 to 512 letters, digits and signs without blanks";

/** What an encryption key may look like, and with commas several: the newest, then older ones. */
export const encryptionKeyForm: RegExp = /^[!-+\--~]{32,512}(?:,[!-+\--~]{32,512}){0,7}$/;

/** The same in words. */
export const encryptionKeyDescription =
  "32 to 512 letters, digits and signs without blanks and commas, such as `openssl rand -base64 32` prints; behind a comma older ones";

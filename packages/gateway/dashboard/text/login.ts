import { useLanguage } from "./words.ts";

/** What the login says, in English. */
const en = {
  loginTitle: "Log in",
  loginLead: "Enter the code that your terminal shows, or make a new one there:",
  loginCode: "Login code",
  loginGo: "Log in",
  loginBusy: "Logging in…",
  loginEnded: "Your login has ended. Log in again to go on.",
  loginWrong: "That code is not right, was used before, or is older than five minutes. Make a new one.",
  loginLimited: (seconds: number) => `Too many wrong tries. Try again in ${seconds} s.`,
};

/** The same in German. */
const de: typeof en = {
  loginTitle: "Anmelden",
  loginLead: "Gib den Code ein, den dein Terminal zeigt, oder erzeuge dort einen neuen:",
  loginCode: "Anmeldecode",
  loginGo: "Anmelden",
  loginBusy: "Anmeldung läuft…",
  loginEnded: "Deine Anmeldung ist beendet. Melde dich wieder an.",
  loginWrong: "Dieser Code stimmt nicht, wurde schon benutzt oder ist älter als fünf Minuten. Erzeuge einen neuen.",
  loginLimited: (seconds) => `Zu viele falsche Versuche. Wieder möglich in ${seconds} s.`,
};

/** What the login says, in the language of now. */
export function useLoginWords(): typeof en {
  return { en, de }[useLanguage()];
}

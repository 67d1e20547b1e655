/** What the page says, in English. */
const en = {
  greeting: "Hello! How can I help?",
  write: "Write a message",
  send: "Send",
  stop: "Stop",
  answering: "is writing…",
  answered: (name: string, text: string) => `${name}: ${text}`,
  you: "You",
  stopped: "Stopped here",
  failed: "This could not be answered. Please try again.",
  said: "Messages",
  older: "Show older messages",
  down: "To the newest message",
  menu: "More",
  anew: "New conversation",
  anewAsk: "Begin a new conversation?",
  anewText: "What was said here is removed.",
  forget: "Delete my chat",
  forgetAsk: "Delete your chat?",
  forgetText: "Everything that was said here is removed for good. Nobody can bring it back.",
  cancel: "Cancel",
  close: "Close",
  again: "Try again",
  discard: "Discard",
  sending: "Sending…",
  notSent: "Not sent.",
  offline: "No connection. Your message is kept.",
  reconnecting: "Reconnecting…",
  ended: "This chat has ended. Write to begin a new one.",
  limit: "That was a lot at once. Wait a moment, then try again.",
  tooLong: (most: number) => `At most ${most.toLocaleString("en")} characters.`,
  away: "The chat is not there just now. Try again later.",
  fault: "Something went wrong. Try again.",
};

/** What a language has to say. */
export type Words = typeof en;

const de: Words = {
  greeting: "Hallo! Wie kann ich helfen?",
  write: "Nachricht schreiben",
  send: "Senden",
  stop: "Anhalten",
  answering: "schreibt …",
  answered: (name, text) => `${name}: ${text}`,
  you: "Sie",
  stopped: "Hier angehalten",
  failed: "Das ließ sich nicht beantworten. Bitte noch einmal versuchen.",
  said: "Nachrichten",
  older: "Ältere Nachrichten zeigen",
  down: "Zur neuesten Nachricht",
  menu: "Mehr",
  anew: "Neues Gespräch",
  anewAsk: "Neues Gespräch beginnen?",
  anewText: "Was hier gesagt wurde, wird entfernt.",
  forget: "Meinen Chat löschen",
  forgetAsk: "Ihren Chat löschen?",
  forgetText: "Alles, was hier gesagt wurde, wird endgültig entfernt. Niemand kann es zurückholen.",
  cancel: "Abbrechen",
  close: "Schließen",
  again: "Noch einmal",
  discard: "Verwerfen",
  sending: "Wird gesendet …",
  notSent: "Nicht gesendet.",
  offline: "Keine Verbindung. Ihre Nachricht bleibt erhalten.",
  reconnecting: "Verbindung wird aufgebaut …",
  ended: "Dieser Chat ist beendet. Schreiben Sie, um einen neuen zu beginnen.",
  limit: "Das war viel auf einmal. Bitte kurz warten und es dann noch einmal versuchen.",
  tooLong: (most) => `Höchstens ${most.toLocaleString("de")} Zeichen.`,
  away: "Der Chat ist gerade nicht da. Bitte später noch einmal versuchen.",
  fault: "Etwas ist schiefgegangen. Bitte noch einmal versuchen.",
};

/** The language that the embedding page asks for in the fragment, else the first of the browser's that is spoken here. */
const language =
  [new URLSearchParams(location.hash.slice(1)).get("lang") ?? "", ...navigator.languages].find((tag) =>
    /^(en|de)\b/.test(tag),
  ) ?? "en";

/** What the page says. */
export const w: Words = language.startsWith("de") ? de : en;

document.documentElement.lang = w === de ? "de" : "en";

const pairs: Readonly<Record<string, string>> = {
  "i am": "you are",
  "i was": "you were",
  "am i": "are you",
  "was i": "were you",
  "you are": "I am",
  "you were": "I was",
  "are you": "am I",
  "were you": "was I",
};

const words: Readonly<Record<string, string>> = {
  i: "you",
  me: "you",
  my: "your",
  mine: "yours",
  myself: "yourself",
  "i'm": "you are",
  "i've": "you have",
  "i'll": "you will",
  "i'd": "you would",
  your: "my",
  yours: "mine",
  yourself: "myself",
  "you're": "I am",
  "you've": "I have",
  "you'll": "I will",
  "you'd": "I would",
};

/** After one of these, "you" is who something is done to. */
const beforeObject = new Set(
  "to for with about of from at than like by on tell ask give show help love hate need want see hear know and".split(
    " ",
  ),
);

/** The words seen from the other side: "my dog hates you" becomes "your dog hates me". */
export function reflect(text: string): string {
  const parts = text.replaceAll("’", "'").split(/\s+/).filter(Boolean);
  const reflected: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const pair = pairs[`${parts[index]} ${parts[index + 1]}`.toLowerCase()];
    reflected.push(pair ?? reflectWord(parts, index));
    if (pair !== undefined) index += 1;
  }
  return reflected.join(" ");
}

function reflectWord(parts: readonly string[], index: number): string {
  const part = parts[index] ?? "";
  const [, word = "", punctuation = ""] = /^(.*?)([,:"')\]]*)$/.exec(part) ?? [];
  const lower = word.toLowerCase();
  if (lower === "you") return (isObject(parts, index) ? "me" : "I") + punctuation;
  return Object.hasOwn(words, lower) ? `${words[lower]}${punctuation}` : part;
}

function isObject(parts: readonly string[], index: number): boolean {
  return (
    index === parts.length - 1 ||
    parts[index + 1]?.toLowerCase() === "to" ||
    beforeObject.has((parts[index - 1] ?? "").toLowerCase())
  );
}

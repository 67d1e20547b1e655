/** Where an operator sets what a provider needs. Only these names ever reach a message, no value does. */
export interface SettingPlace {
  /** The option of the provider, such as `apiKey`. */
  readonly option: string;
  /** The environment variable that the application reads it from. */
  readonly variable: string;
}

// What an HTTP header may carry and a key is made of: a line break that came along when it was copied is not.
const headerSafe = /^[\x21-\x7e]+$/;

/** What is wrong with a key, in words; undefined when nothing is. */
export function problemOfKey(provider: string, key: string | undefined, place: SettingPlace): string | undefined {
  if (key === undefined || key.trim() === "") {
    return `The provider ${provider} has no API key. Set ${place.variable}, or the option ${place.option}.`;
  }
  if (!headerSafe.test(key)) {
    return (
      `The API key of the provider ${provider} holds a blank, a line break or a character that no key has. ` +
      `Copy it anew into ${place.variable}, or into the option ${place.option}.`
    );
  }
  return undefined;
}

/** What is wrong with a base URL, in words; undefined when nothing is. */
export function problemOfUrl(provider: string, url: string | undefined, place: SettingPlace): string | undefined {
  const where = `Set ${place.variable}, or the option ${place.option}`;
  if (url === undefined || url.trim() === "") {
    return `The provider ${provider} has no base URL. ${where}, such as http://localhost:11434/v1.`;
  }
  const parsed = URL.parse(url);
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) {
    return `The base URL of the provider ${provider} is not an http or https address. ${where}.`;
  }
  if (parsed.username !== "" || parsed.password !== "") {
    return `The base URL of the provider ${provider} holds a user name or password. Use the option apiKey for a key.`;
  }
  return undefined;
}

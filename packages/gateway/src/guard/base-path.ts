import { ConfigurationError } from "@keyturn/core";

/** Segments of characters that no URL writes in two ways, and that mean nothing in HTML, headers or cookies. */
const pattern = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** As long as a path needs to be; cookies and links repeat it. */
const mostCharacters = 200;

/**
 * The path under which a proxy publishes the gateway, such as `/bots/keyturn`. The proxy may pass it on or take it away:
 * both kinds of requests are understood, so that probes on the machine need not know it and no setting says which it is.
 */
export class BasePath {
  /** It, without a slash at its end; empty where there is none. */
  readonly text: string;

  /** @param text checked by `chooseBasePath`. */
  constructor(text: string) {
    this.text = text;
  }

  /** Where others find a path of the gateway's own, such as `/api/v1/operations/…`. */
  publish(path: string): string {
    return this.text + path;
  }

  /** The paths of the gateway's own that the path of a request may stand for, the likeliest first. Its own is the page's. */
  meaningsOf(path: string): readonly string[] {
    if (this.text !== "" && path === this.text) return ["/"];
    if (this.text === "" || !path.startsWith(`${this.text}/`)) return [path];
    return [path.slice(this.text.length), path];
  }
}

/**
 * The base path that two settings give: `basePath`, else the path of `publicUrl`. Empty where neither has one.
 * @throws ConfigurationError when it has another form, or the two name different ones.
 */
export function chooseBasePath(basePath: string | undefined, publicUrl: URL | undefined): string {
  const ofUrl = publicUrl?.pathname.replace(/\/$/, "") ?? "";
  if (ofUrl !== "") checkForm("The path of publicUrl", ofUrl);
  if (basePath === undefined) return ofUrl;
  checkForm("basePath", basePath);
  if (ofUrl === "" || ofUrl === basePath) return basePath;
  throw new ConfigurationError(
    `basePath is "${basePath}", and the path of publicUrl is "${ofUrl}". Leave basePath out, or make them the same.`,
  );
}

function checkForm(name: string, text: string): void {
  const isPlain = pattern.test(text) && !text.split("/").some((segment) => segment === "." || segment === "..");
  if (isPlain && text.length <= mostCharacters) return;
  throw new ConfigurationError(
    `${name} is ${JSON.stringify(text.slice(0, mostCharacters))}; it must be a path such as /bots/keyturn: it begins ` +
      "with a slash, does not end with one, and has letters, digits, and -, ., _ or ~ between slashes, 200 characters at most.",
  );
}

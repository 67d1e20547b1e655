/** How files begin, by their media type: what services take of files. A service refuses one that is not what it is called. */
const beginnings: Readonly<Record<string, readonly (readonly [offset: number, text: string])[]>> = {
  "image/png": [[0, "\x89PNG\r\n\x1a\n"]],
  "image/jpeg": [[0, "\xff\xd8\xff"]],
  "image/gif": [[0, "GIF8"]],
  "image/webp": [
    [0, "RIFF"],
    [8, "WEBP"],
  ],
  "application/pdf": [[0, "%PDF-"]],
};

/** Whether the bytes begin as files of that media type do; true for types of which that is not known. */
export function isOfItsKind(mediaType: string, bytes: Uint8Array): boolean {
  const expected = beginnings[mediaType] ?? [];
  return bytes.byteLength > 0 && expected.every(([offset, text]) => beginsWith(bytes.subarray(offset), text));
}

const textTypes = /^(text\/.+|application\/(json|xml|yaml|x-yaml|toml|javascript|sql|.+\+(json|xml)))$/;

/** Whether a file of that media type is text by itself. */
export function isText(mediaType: string): boolean {
  return textTypes.test(mediaType);
}

/** The text of a file in UTF-8; undefined when it is none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

function beginsWith(bytes: Uint8Array, text: string): boolean {
  return Array.from(text).every((character, index) => bytes[index] === character.charCodeAt(0));
}

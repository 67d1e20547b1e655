/** Where the page is: chats below another path of the host are others. */
const place = new URL(".", document.baseURI).pathname;

/** What a page keeps when its browser lets it keep nothing, as in a frame without storage: until it is closed. */
const memory = new Map<string, string>();

/** What was kept under a name; undefined when nothing was. */
export function read(name: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(name)) ?? undefined;
  } catch {
    return memory.get(name);
  }
}

/** Keeps something over the end of the page where that can be; undefined keeps nothing. */
export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), value);
  } catch {
    if (value === undefined) memory.delete(name);
    else memory.set(name, value);
  }
}

/** Is told when another tab kept something else under a name. */
export function onKept(name: string, listener: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key === keyOf(name) || key === null) listener();
  });
}

function keyOf(name: string): string {
  return `keyturn-chat ${place} ${name}`;
}

import path from "node:path";

/** A path as a person reads it: relative where that is shorter, as in `.keyturn/token`. */
export function pathText(file: string, folder: string): string {
  const relative = path.relative(folder, file);
  return relative === "" || relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
}

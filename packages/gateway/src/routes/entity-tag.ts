/** Whether an `If-None-Match` header names a tag. A proxy may have made the tag weak; for reading that is the same. */
export function isTagAmong(tag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  return header.split(",").some((entry) => {
    const named = entry.trim();
    return named === "*" || withoutWeakness(named) === withoutWeakness(tag);
  });
}

function withoutWeakness(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}

/** The ETag of settings of a version. */
export function settingsTag(version: string): string {
  return `"${version}"`;
}

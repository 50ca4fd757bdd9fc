/**
 * Returns the path of a link to a stored file, without its query. All links to one file have the same path, however
 * they are signed. It may be shown, because it has no signature.
 */
export function linkPath(link: string): string {
  return link.replace(/\?.*$/, '');
}

/**
 * The path of a link to a stored file, without its query: links to one file have the same path, however they are signed. Fit
 * to be shown, since it holds no signature.
 */
export function linkPath(link: string): string {
  return link.replace(/\?.*$/, '');
}

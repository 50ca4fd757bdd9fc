/**
 * Returns the path of a link to a stored file, without its query. All links to one file have the same path, however
 * they are signed. It may be shown, because it has no signature.
 */
export function linkPath(link: string): string {
  return link.replace(/\?.*$/, '');
}

/**
 * Returns the site that a web address leads to, as people name it. Also reads one that a browser refuses, as a member or
 * an imported file may have written it.
 */
export function hostOf(link: string): string {
  // A name before the last `@` is no host, and a browser reads a backslash as a slash.
  const [, host = ''] = /^https?:\/\/(?:[^/\\?#]*@)?([^/\\?#:@]*)/i.exec(link) ?? [];
  return host.toLowerCase().replace(/^www\./, '');
}

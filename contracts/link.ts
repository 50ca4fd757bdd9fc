/**
 * Returns the path of a link to a stored file, without its query. All links to one file have the same path, however
 * they are signed. It may be shown, because it has no signature.
 */
export function linkPath(link: string): string {
  return link.replace(/\?.*$/, '');
}

/** Browsers and Node have it. */
declare const URL: new (url: string) => { readonly hostname: string };

/** Returns the site that a web address leads to, as a browser reads it; empty for an address that it would refuse. */
export function hostOf(link: string): string {
  try {
    return new URL(link).hostname.replace(/^www\./, '');
  } catch {
    return '';
  }
}

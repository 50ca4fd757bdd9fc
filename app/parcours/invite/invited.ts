/** The parcours of the page's invitation. */
export interface Invited {
  readonly name: string;
  readonly description: string;
}

/**
 * Reads the parcours that the server put into an invitation's page: a mark on the root, and the texts of the link's
 * card in the head (`server/http/app-page.ts`). Null for other pages, and if the server found no such invitation.
 */
export function readInvited(): Invited | null {
  if (typeof document === 'undefined' || document.getElementById('root')?.dataset.invited === undefined) return null;
  const read = (property: string): string =>
    document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? '';
  return { name: read('og:title'), description: read('og:description') };
}

/** The parcours that the page's invitation leads to. */
export interface Invited {
  readonly name: string;
  readonly description: string;
}

/**
 * What the server put into the page about its invitation's parcours: a mark on the root, and the texts of the link's card in
 * the head (`server/http/app-page.ts`). Null for other pages, and where the server found no such invitation.
 */
export function readInvited(): Invited | null {
  if (typeof document === 'undefined' || document.getElementById('root')?.dataset.invited === undefined) return null;
  const read = (property: string): string =>
    document.querySelector<HTMLMetaElement>(`meta[property="${property}"]`)?.content ?? '';
  return { name: read('og:title'), description: read('og:description') };
}

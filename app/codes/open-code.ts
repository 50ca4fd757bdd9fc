import { placeCalls } from '../../contracts/calls/place-calls.ts';
import { publicPath } from '../../contracts/open-parcours.ts';
import { placeCode, readPlaceCode } from '../../contracts/place-code.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { paths } from '../paths.ts';
import { ApiError, addCalls, call } from '../platform/net/api.ts';

addCalls(placeCalls);

/** A place of a parcours that the person is a member of. */
export interface OwnTarget {
  readonly kind: 'own';
  readonly placeId: PlaceId;
  readonly parcoursId: ParcoursId;
}

/** Where a code leads: to a place, or to the public page of a parcours that the person is no member of. */
export type CodeTarget = OwnTarget | { readonly kind: 'open'; readonly path: string };

/** Returns the path of a place's page, which its code is printed with. */
export function codePath(code: string): string {
  return paths.code.replace(':code', encodeURIComponent(code));
}

/** Returns the code in the path of a place's page, whatever it is; null for other paths. */
export function codeInPath(pathname: string): string | null {
  const [, code = ''] = /^\/q\/([^/]+)\/?$/i.exec(pathname) ?? [];
  try {
    return code === '' ? null : decodeURIComponent(code);
  } catch {
    return code;
  }
}

/**
 * Returns the code in what a camera has read: the address of a place's page on this site, or a code alone. Null for
 * anything else.
 *
 * @param origin of this site
 */
export function codeInText(text: string, origin: string): string | null {
  if (URL.canParse(text)) {
    const url = new URL(text);
    return url.origin === origin ? codeInPath(url.pathname) : null;
  }
  return readPlaceCode(text) === null ? null : text;
}

/**
 * Finds where a code leads somebody without an account: null if to no open parcours.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function findOpen(code: string): Promise<CodeTarget | null> {
  if (readPlaceCode(code) === null) return null;
  try {
    const { placeId, slug } = await call('findOpenPlace', { params: { code } });
    return { kind: 'open', path: publicPath(slug) + codePath(placeCode(placeId)) };
  } catch (error) {
    if (isUnseen(error)) return null;
    throw error;
  }
}

/** Whether the server refused to show a place: it isn't there, or not for this person. */
export function isUnseen(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'forbidden');
}

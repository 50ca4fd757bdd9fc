import { proxy } from 'valtio';
import { OPEN_SCHEME } from '../../contracts/call.ts';
import { publicPath, type Slug } from '../../contracts/open-parcours.ts';
import type { User } from '../../contracts/user.ts';
import { UserId, VISITORS_FROM } from '../../contracts/vocabulary.ts';
import { paths } from '../paths.ts';
import { connectApi } from '../platform/net/api.ts';
import { readPath, showPath } from '../platform/page/page-events.ts';
import { browserStorage, type StoredKey, storage, type TextStorage } from '../platform/storage/storage.ts';
import { judgeToken } from './session-token.ts';

/** What is the same in all visits of this browser, and for the account that may be logged in. */
const SHARED: ReadonlySet<string> = new Set<StoredKey>(['theme', 'language', 'textSize', 'tellingChoice', 'appConfig']);

/** The visit of an open parcours by somebody without an account. Changed only in this file. */
export const openVisit = proxy<{ isClosed: boolean }>({ isClosed: false });

/**
 * Makes this page the visit of an open parcours, until it is left: before anything is read from storage. Nothing of it
 * reaches the account that may be logged in here, nor the other way round. Returns the path before all others.
 *
 * A member of the parcours, as far as this browser knows, goes to their map instead, or to the same screen of it.
 */
export function beginOpenVisit(slug: string): string {
  if (isMember(slug)) {
    const path = pathInVisit(readPath());
    showPath(path === paths.root ? paths.home : path);
    return paths.root;
  }
  const visitor = visitorOf(slug);
  storage.moveTo(within(slug, browserStorage()));
  storage.write('token', `${OPEN_SCHEME} ${slug}`);
  storage.write('currentUser', visitor);
  storage.write('mapLoaded', true);
  return publicPath(slug as Slug);
}

/** Lets calls end the visit once its parcours is closed, and not for anything else. After the session has started. */
export function connectOpenVisit(): void {
  connectApi({
    baseUrl: '',
    readToken: () => storage.read('token'),
    onRefused: ({ code }) => {
      if (code === 'link_expired') openVisit.isClosed = true;
    },
  });
}

/** Whether somebody visits an open parcours: they have no account on the server. */
export function isOpenVisitor(user: Pick<User, 'id'> | null): boolean {
  return user !== null && user.id >= VISITORS_FROM;
}

/** Returns a path of the page without the part that is before all paths of a visit. */
export function pathInVisit(pathname: string): string {
  return pathname.replace(/^\/p\/[^/]+/i, '') || paths.root;
}

/** The visitor of an open parcours, always with the same id, by which packs and heard stories belong to this parcours. */
function visitorOf(slug: string): User {
  let hash = 0;
  for (const char of slug) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  const id = UserId.parse(VISITORS_FROM + (hash % VISITORS_FROM));
  return { id, name: '', email: '', role: 'guest', picture: null, noStatistics: true };
}

function isMember(slug: string): boolean {
  const own = storage.read('parcoursList')?.list.find((listed) => listed?.opening?.slug === slug);
  if (own === undefined || judgeToken(storage.read('token'), Date.now()) !== 'valid') return false;
  storage.write('selectedParcours', [own.id]);
  return true;
}

/** The part of a storage whose keys begin with this parcours. */
function within(slug: string, backend: TextStorage): TextStorage {
  const prefix = `open ${slug} `;
  const nameOf = (key: string): string => (SHARED.has(key) ? key : prefix + key);
  return {
    getItem: (key) => backend.getItem(nameOf(key)),
    setItem: (key, value) => backend.setItem(nameOf(key), value),
    removeItem: (key) => backend.removeItem(nameOf(key)),
  };
}

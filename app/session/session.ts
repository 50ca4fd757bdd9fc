import { proxy, subscribe } from 'valtio';
import {
  type Credentials,
  type GoogleCredentials,
  isThrowaway,
  type NewAccount,
  type SignedIn,
  type User,
} from '../../contracts/user.ts';
import { VISITORS_FROM } from '../../contracts/vocabulary.ts';
import { followOfflineMode, readOfflineMode } from '../page/offline.ts';
import { chooseTheme, showTheme } from '../page/theme.ts';
import { type ApiError, call, connectApi } from '../platform/net/api.ts';
import { onServerTime, serverNowMs, surelyNowMs } from '../platform/net/server-clock.ts';
import { deleteSeen } from '../platform/packs/cache-storage.ts';
import { Scope } from '../platform/scope.ts';
import { type Stored, type StoredKey, storage, watchStorage } from '../platform/storage/storage.ts';
import { walkNote } from '../platform/storage/tab-notes.ts';
import { shownLanguage } from '../ui/language.ts';
import { type Adoption, adoptGuest, announceAdoption } from './adoption.ts';
import { recordEvent, sendEvents, takeEvents } from './analytics.ts';
import { clearSessionData, sendPendingWork } from './session-end.ts';
import { judgeToken } from './session-token.ts';

/** How often the stored token's expiry is checked. */
const TOKEN_CHECK_INTERVAL_MS = 5 * 60 * 1000;

/** Longest wait for the server's time. */
const TIME_MAX_MS = 3000;

/** The user of the app. */
export interface Session {
  /** Null while nobody is logged in. */
  user: User | null;
  /** Set if the last session ended by itself, an account's or a guest's visit; the login screen says so. */
  ended: 'expired' | 'visit' | null;
}

/** The user of the app. Changed only in this file. */
export const session = proxy<Session>({ user: null, ended: null });

/** Keys that are removed when a session expires. `isLoggedIn` stays: it preselects 'Stay logged in' at a login. */
const SESSION_KEYS: readonly StoredKey[] = [
  'token',
  'userData',
  'currentUser',
  'selectedParcours',
  'parcoursBeingCreated',
  'mapLoaded',
  // The next login needs the network.
  'offlineMode',
  'parcoursList',
  'notedConsents',
];

/** Restores the stored session, and checks its expiry now and every five minutes until `scope` is disposed. */
export function startSession(scope: Scope): void {
  connectApi({ baseUrl: '', readToken: readLiveToken, onRefused: endSessionOf });
  restoreSession();
  scope.interval(checkSession, TOKEN_CHECK_INTERVAL_MS);
  onServerTime(scope, checkSession);
  void settleSession();
  // A login, a logout or a change of theme in one tab applies to all, but a visit has no session that another tab may end.
  watchStorage(scope, 'token', () => {
    if ((session.user?.id ?? 0) < VISITORS_FROM) restoreSession();
  });
  followOfflineMode(scope);
  watchStorage(scope, 'theme', () => showTheme(storage.read('theme')));
}

function restoreSession(): void {
  const user = storage.read('currentUser') ?? storage.read('userData');
  if (user?.id !== session.user?.id) clearSessionData();
  session.user = user;
  if (checkSession()) session.ended = null;
  else if (session.ended === null && storage.read('visitEnded')) session.ended = 'visit';
}

/**
 * True if a token that has not expired, by the server's time, and its account are stored. Ends the session otherwise.
 * Until a response of the server has arrived no token counts as expired: on a walk without a network the device's clock
 * may be wrong.
 */
export function checkSession(): boolean {
  return readLiveToken() !== null && session.user !== null;
}

/**
 * Like {@link checkSession}, for an action that can't be undone: if a token has expired by a clock that may be wrong,
 * the server is asked for the time first. Never rejects.
 */
export async function settleSession(): Promise<boolean> {
  const isDoubtful = surelyNowMs() === Number.NEGATIVE_INFINITY;
  if (isDoubtful && judgeToken(storage.read('token'), Date.now()) === 'expired') {
    await call('readConfig', {}, { signal: AbortSignal.timeout(TIME_MAX_MS) }).catch(() => {});
  }
  return checkSession();
}

/**
 * Runs a service for the duration of each session, independently of the visible screen. Returns how to end it for good.
 *
 * @param keyOf what the service runs for, for example the account's id; another key restarts it. Null: no service
 * @param start its scope is disposed when the service ends
 */
export function duringSession<Key>(
  keyOf: (user: User) => Key | null,
  start: (scope: Scope, key: Key) => void,
): () => void {
  let running: { readonly key: Key; readonly scope: Scope } | null = null;
  const update = (): void => {
    const key = session.user === null ? null : keyOf(session.user);
    if (key === (running?.key ?? null)) return;
    const previous = running;
    const next = key === null ? null : { key, scope: new Scope() };
    running = next;
    // An error in a service must not interrupt the login or logout that this is part of.
    runIsolated(() => previous?.scope.dispose());
    if (next !== null) runIsolated(() => start(next.scope, next.key));
  };
  // Synchronously: a batch could miss an account that was there for a moment.
  const unsubscribe = subscribe(session, update, true);
  update();
  return () => {
    unsubscribe();
    running?.scope.dispose();
    running = null;
  };
}

function runIsolated(task: () => void): void {
  try {
    task();
  } catch (error) {
    reportError(error);
  }
}

/** True if this browser has no data of an earlier visit that the screens before a login show. */
export function isFirstVisit(): boolean {
  return session.user === null && session.ended === null && !hasPendingInvite() && !staysLoggedIn();
}

/** True if a stored invitation waits for a login. */
export function hasPendingInvite(): boolean {
  return storage.read('inviteToken') !== null;
}

/** Logs in, as {@link enter} does. @throws {ApiError | NetworkError} as `call` does; nothing is stored then. */
export async function login(credentials: Credentials): Promise<User> {
  return enter(await call('login', { body: credentials }), credentials.stayLoggedIn === true);
}

/** Logs in with Google's access token, like {@link login}. */
export async function loginWithGoogle(
  credentials: Pick<GoogleCredentials, 'accessToken' | 'termsVersion'>,
): Promise<User> {
  return enter(await call('loginWithGoogle', { body: credentials }), false);
}

/** Stores a session that a login has started. A guest's data in this browser is transferred to the account. */
export async function enter(signedIn: SignedIn, stays: boolean): Promise<User> {
  const guest = checkSession() ? guestOf(session.user) : null;
  const guestToken = storage.read('token');
  if (guest === null || guestToken === null) return beginSession(signedIn, stays);
  const adoption = await adoptGuest(guest, guestToken, signedIn);
  const user = beginSession(signedIn, stays, adoption);
  announceAdoption(adoption);
  return user;
}

/** Stores a session that the server has started. @param adoption what happened to the data of this browser's guest */
export function beginSession({ user, token }: SignedIn, stays: boolean, adoption?: Adoption): User {
  clearPersonalData(adoption);
  storage.forget('visitEnded', ...(adoption === 'done' || adoption === 'waits' ? (['visitKey'] as const) : []));
  storage.write('isLoggedIn', stays);
  storeUser(user);
  // Last: the other tabs react to this key and then read the rest.
  storage.write('token', token);
  // After the token: the services that start with the session make calls.
  session.user = user;
  session.ended = null;
  recordEvent({ name: 'Logged in', atMs: serverNowMs(), properties: { user: { id: user.id, role: user.role } } });
  return user;
}

/** Creates an account, without logging in. @throws {ApiError | NetworkError} as `call` does. */
export async function createAccount(account: NewAccount): Promise<void> {
  await call('createAccount', { body: { ...account, language: shownLanguage() } });
}

/** Stores a changed account, in memory and in local storage. */
export function updateUser(user: User): void {
  storeUser(user);
  session.user = user;
}

function storeUser(user: User): void {
  storage.write('userData', user);
  storage.write('currentUser', user);
}

/** Whether 'Stay logged in' was ticked at the last login in this browser. */
export function staysLoggedIn(): boolean {
  return storage.read('isLoggedIn');
}

/**
 * Logs out: clears local storage and this tab's walk note, except for other accounts' data, and events and adoptions
 * without a response. Drops and recordings stay. If the call fails, the token ends by its own expiry.
 */
export function logout(): void {
  // All these calls read the token now. The logout is sent last: the server refuses requests that arrive after it.
  const after = Promise.all([sendEvents(), sendPendingWork()]);
  call('logout', {}, { after }).catch(() => {});
  leave();
}

/** Ends the session of an account that the server has just deleted: like a logout, but nothing is sent. */
export function leaveDeletedAccount(): void {
  takeEvents();
  leave();
}

function leave(): void {
  clearStorage(session.user);
  chooseTheme('light');
  clearPersonalData();
  session.user = null;
  session.ended = null;
  readOfflineMode();
}

/** A 401 ends the session, but not if it is a late refusal of another session's token, after a logout or another login. */
function endSessionOf({ status }: ApiError, token: string): void {
  if (status === 401 && token === storage.read('token')) endSession();
}

/** Ends the session because its token is no longer valid; the login screen says so. */
function endSession(): void {
  const isVisit = guestOf(session.user ?? storage.read('currentUser')) !== null;
  storage.forget(...SESSION_KEYS);
  clearPersonalData();
  session.user = null;
  session.ended = isVisit ? 'visit' : 'expired';
  // A guest has no password: a later page doesn't ask for one either.
  storage.write('visitEnded', isVisit);
  readOfflineMode();
}

function clearStorage(user: User | null): void {
  const ofOthers = ({ userId }: { readonly userId: number }): boolean => userId !== user?.id;
  const retained: Partial<Stored> = {
    waitingEvents: storage.read('waitingEvents'),
    waitingAdoptions: storage.read('waitingAdoptions'),
    pendingShapes: storage.read('pendingShapes').filter(ofOthers),
    unsavedChanges: storage.read('unsavedChanges').filter(ofOthers),
    unsavedWords: storage.read('unsavedWords').filter(ofOthers),
    toldStories: storage.read('toldStories').filter(ofOthers),
    keptPacks: storage.read('keptPacks').filter(({ ownerId }) => ownerId !== user?.id),
  };
  storage.forgetAll();
  for (const [key, value] of Object.entries(retained)) storage.write(key as keyof Stored, value);
}

/** Removes one person's data, so that the next person sees none of it; a guest who logs in stays the same person. */
function clearPersonalData(adoption: Adoption = 'refused'): void {
  if (adoption === 'refused') walkNote.forget();
  void deleteSeen();
  // First, because the stores read them again when they are cleared.
  if (adoption !== 'done') storage.forget('selectedParcours', 'parcoursBeingCreated');
  clearSessionData();
}

function readLiveToken(): string | null {
  const token = storage.read('token');
  const state = judgeToken(token, surelyNowMs());
  if (state === 'valid') return token;
  if (state !== 'missing') endSession();
  else session.user = null;
  return null;
}

/** Returns this browser's guest, whose account an invitation made; null for everybody else, and for nobody. */
export function guestOf(user: User | null): User | null {
  return user !== null && isThrowaway(user) ? user : null;
}

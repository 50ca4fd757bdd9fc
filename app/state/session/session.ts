import { proxy, subscribe } from 'valtio';
import type { Credentials, GoogleCredentials, NewAccount, User } from '../../../contracts/user.ts';
import { type ApiError, call, connectApi } from '../../platform/net/api.ts';
import { randomHex } from '../../platform/page/random.ts';
import { Scope } from '../../platform/scope.ts';
import { type StoredKey, storage, watchStorage } from '../../platform/storage/storage.ts';
import { forgetWalkNote } from '../../platform/storage/walk-note.ts';
import { strings } from '../../words/strings.ts';
import { chooseTheme, showTheme } from '../page/theme.ts';
import { record, sendEvents } from './analytics.ts';
import { finishSessionWork, forgetSessionWork } from './session-end.ts';
import { judgeToken } from './session-token.ts';

/** How often a stored token's expiry is looked at. */
const TOKEN_CHECK_INTERVAL_MS = 5 * 60 * 1000;

/** Who is using the app. */
export interface Session {
  /** Null while nobody is logged in. */
  user: User | null;
  /** Why the last session ended by itself; the login screen shows it. */
  ended: 'expired' | null;
}

/** Who is using the app. Changed by the functions of this file alone. */
export const session = proxy<Session>({ user: null, ended: null });

/** What an expired session leaves nothing of. The wish to stay logged in stays: it is how the person likes to log in. */
const SESSION_KEYS: readonly StoredKey[] = [
  'token',
  'userData',
  'currentUser',
  'selectedParcours',
  'parcoursBeingCreated',
  'mapLoaded',
];

/**
 * Picks up the stored session, lets calls use it, and looks at its expiry now and every five minutes until `scope` is
 * disposed.
 */
export function startSession(scope: Scope): void {
  connectApi({ baseUrl: '', readToken: readLiveToken, onRefused: endSessionOf });
  pickUpSession();
  scope.interval(checkSession, TOKEN_CHECK_INTERVAL_MS);
  // Tabs stay in step: who logs in or out in one does so in all of them, and the same look is chosen.
  watchStorage(scope, 'token', pickUpSession);
  watchStorage(scope, 'theme', () => showTheme(storage.read('theme')));
}

function pickUpSession(): void {
  const user = storage.read('currentUser') ?? storage.read('userData');
  // Another person's maps are nobody's here.
  if (user?.id !== session.user?.id) forgetSessionWork();
  session.user = user;
  if (checkSession()) session.ended = null;
}

/** True while a token that has not expired, and the account it belongs to, are stored. Ends the session otherwise. */
export function checkSession(): boolean {
  return readLiveToken() !== null && session.user !== null;
}

/**
 * Starts something for each session and ends it with that, whatever screens come and go meanwhile.
 *
 * @param keyOf what it is started for, such as the account's id: with another key it is ended and started anew; null for
 *   an account that it is not for
 * @param start starts it; what it acquires is released with its scope
 * @returns a function that ends it for good
 */
export function duringSession<Key>(
  keyOf: (user: User) => Key | null,
  start: (scope: Scope, key: Key) => void,
): () => void {
  let started: { readonly key: Key; readonly scope: Scope } | null = null;
  const settle = (): void => {
    const key = session.user === null ? null : keyOf(session.user);
    if (key === (started?.key ?? null)) return;
    const ended = started;
    const begun = key === null ? null : { key, scope: new Scope() };
    started = begun;
    // The login or logout that this is part of must not break off half done.
    apart(() => ended?.scope.dispose());
    if (begun !== null) apart(() => start(begun.scope, begun.key));
  };
  // At once: a later batch could miss that another account was there for a moment.
  const release = subscribe(session, settle, true);
  settle();
  return () => {
    release();
    started?.scope.dispose();
    started = null;
  };
}

/** Runs `task`; what it throws goes to the log and not to the caller. */
function apart(task: () => void): void {
  try {
    task();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** True while an invitation waits for somebody to log in. */
export function hasWaitingInvite(): boolean {
  return storage.read('inviteToken') !== null;
}

/**
 * Logs in and keeps the session.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing is kept then.
 */
export async function login(credentials: Credentials): Promise<User> {
  return begin(await call('login', { body: credentials }), credentials.stayLoggedIn === true);
}

/**
 * Logs in as whom Google says the access token belongs to, and keeps the session.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing is kept then.
 */
export async function loginWithGoogle(credentials: Pick<GoogleCredentials, 'accessToken'>): Promise<User> {
  return begin(await call('loginWithGoogle', { body: credentials }), false);
}

function begin({ user, token }: { readonly user: User; readonly token: string }, stays: boolean): User {
  forgetEverything();
  storage.write('isLoggedIn', stays);
  storeUser(user);
  // Last: other tabs read the rest when they hear of it.
  storage.write('token', token);
  // What begins with the session calls with its token.
  session.user = user;
  session.ended = null;
  record({ name: 'Logged in', atMs: Date.now(), properties: { user: { id: user.id, role: user.role } } });
  return user;
}

/**
 * Creates an account. Does not log in with it.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function createAccount(account: NewAccount): Promise<void> {
  await call('createAccount', { body: account });
}

/**
 * Logs in with a throwaway guest account made on the spot: nobody is asked for anything, and nobody can log in with it
 * again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function loginAsGuest(): Promise<User> {
  // `.invalid` is reserved (RFC 2606): no mail can ever reach, or belong to, somebody else.
  const account = { email: `guest-${randomHex(12)}@guest.invalid`, password: randomHex(24) };
  await createAccount({ ...account, name: strings.invite.guestName, role: 'guest' });
  return login(account);
}

/** Keeps a changed account, in memory and in storage. */
export function keepUser(user: User): void {
  storeUser(user);
  session.user = user;
}

function storeUser(user: User): void {
  storage.write('userData', user);
  storage.write('currentUser', user);
}

/** What was ticked at the last login in this browser. */
export function staysLoggedIn(): boolean {
  return storage.read('isLoggedIn');
}

/**
 * Ends the session because the person wants to: everything stored goes, the theme included, but for what other accounts
 * have drawn or changed here and not saved. The server is told with the
 * token that is about to be forgotten; where that fails, the token ends by its own expiry.
 */
export function logout(): void {
  // These calls read the token at once. The logout goes last: a request that it overtakes is refused.
  const after = Promise.all([sendEvents(), finishSessionWork()]);
  call('logout', {}, { after }).catch(() => {});
  forgetStored(session.user);
  chooseTheme('light');
  forgetEverything();
  session.user = null;
  session.ended = null;
}

/** A refusal that comes late, after a logout or another login, says nothing about the session of now. */
function endSessionOf(_: ApiError, token: string): void {
  if (token === storage.read('token')) endSession();
}

/** Ends the session because its token is of no use any more, and says so. */
function endSession(): void {
  storage.forget(...SESSION_KEYS);
  forgetEverything();
  session.user = null;
  session.ended = 'expired';
}

function forgetStored(user: User | null): void {
  const ofOthers = ({ userId }: { readonly userId: number }): boolean => userId !== user?.id;
  const shapes = storage.read('pendingShapes').filter(ofOthers);
  const changes = storage.read('unsavedChanges').filter(ofOthers);
  storage.forgetAll();
  storage.write('pendingShapes', shapes);
  storage.write('unsavedChanges', changes);
}

/** Nothing that one person has fetched is there for the next. */
function forgetEverything(): void {
  forgetWalkNote();
  // Before the state that reads them anew.
  storage.forget('selectedParcours', 'parcoursBeingCreated');
  forgetSessionWork();
}

function readLiveToken(): string | null {
  const token = storage.read('token');
  const state = judgeToken(token, Date.now());
  if (state === 'valid') return token;
  if (state !== 'missing') endSession();
  else session.user = null;
  return null;
}

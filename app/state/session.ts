import { proxy } from 'valtio';
import { TOKEN_CHECK_INTERVAL_MS } from '../../contracts/limits.ts';
import type { Credentials, GoogleCredentials, NewAccount, User } from '../../contracts/user.ts';
import { type ApiError, call, connectApi } from '../platform/api.ts';
import { randomHex } from '../platform/random.ts';
import type { Scope } from '../platform/scope.ts';
import { type StoredKey, storage, watchStorage } from '../platform/storage.ts';
import { strings } from '../platform/strings.ts';
import { forgetWalkNote } from '../platform/walk-note.ts';
import { record, sendEvents } from './analytics.ts';
import { dropParcoursList, forgetParcours, rereadSelection } from './parcours.ts';
import { finishSessionWork, forgetSessionWork } from './session-end.ts';
import { judgeToken } from './session-token.ts';
import { chooseTheme, showTheme } from './theme.ts';

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
  // Tabs stay in step: who logs in or out in one does so in all of them, and the same maps and look are chosen.
  watchStorage(scope, 'token', pickUpSession);
  watchStorage(scope, 'selectedParcours', rereadSelection);
  watchStorage(scope, 'parcoursBeingCreated', rereadSelection);
  watchStorage(scope, 'theme', () => showTheme(storage.read('theme')));
}

function pickUpSession(): void {
  const user = storage.read('currentUser') ?? storage.read('userData');
  // Another person's maps are nobody's here.
  if (user?.id !== session.user?.id) {
    dropParcoursList();
    forgetSessionWork();
  }
  session.user = user;
  if (checkSession()) session.ended = null;
}

/** True while a token that has not expired, and the account it belongs to, are stored. Ends the session otherwise. */
export function checkSession(): boolean {
  return readLiveToken() !== null && session.user !== null;
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
  keepUser(user);
  // Last: other tabs read the rest when they hear of it.
  storage.write('token', token);
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
  storage.write('userData', user);
  storage.write('currentUser', user);
  session.user = user;
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
  void sendEvents();
  finishSessionWork();
  // These calls read the token before they first wait.
  call('logout', {}).catch(() => {});
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
  forgetParcours();
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

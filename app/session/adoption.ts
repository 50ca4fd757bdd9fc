import { proxy } from 'valtio';
import type { SignedIn, User } from '../../contracts/user.ts';
import type { UserId } from '../../contracts/vocabulary.ts';
import { call, isRefused } from '../platform/net/api.ts';
import { onOnline } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { type StoredPackNote, storage } from '../platform/storage/storage.ts';
import type { WaitingAdoption } from '../platform/storage/stored-values.ts';
import { giveWalkNote } from '../platform/storage/tab-notes.ts';
import { giveEvents } from './analytics.ts';

/** Retry period of adoptions that had no network. */
const RETRY_INTERVAL_MS = 60_000;

/** What happened to a guest's data: the account has it, will have it once there is a network, or it was refused. */
export type Adoption = 'done' | 'waits' | 'refused';

const tasks = new Set<() => void>();
/** The running retry; null without one. */
let retrying: Promise<void> | null = null;

/** Registers a function that is called when a guest's data is transferred to the account during its session. */
export function onAdopted(task: () => void): void {
  tasks.add(task);
}

/**
 * Transfers the data of this browser's guest to the account that they have just logged in to: on the server and on the
 * device. Called before the new session begins, so that nothing sees the account without that data. Never rejects.
 */
export async function adoptGuest(guest: User, guestToken: string, { user, token }: SignedIn): Promise<Adoption> {
  const waiting: WaitingAdoption = {
    ownerId: user.id,
    guestId: guest.id,
    token: guestToken,
    selected: storage.read('selectedParcours'),
  };
  // First: the page may be closed before the response.
  storage.write('waitingAdoptions', [...storage.read('waitingAdoptions'), waiting]);
  const adoption = await send(waiting, token);
  if (adoption !== 'refused') giveNotes(waiting);
  if (adoption === 'done') await givePacks(waiting);
  if (adoption !== 'waits') forget(waiting);
  return adoption;
}

/** What the person still has to be told about a guest's data that their account doesn't have. Changed only in this file. */
export const adoptionNews = proxy<{ untold: Exclude<Adoption, 'done'> | null }>({ untold: null });

/** Has the page tell what happened to a guest's data; null once it has. */
export function announceAdoption(adoption: Adoption | null): void {
  adoptionNews.untold = adoption === 'done' ? null : adoption;
}

/** Retries the adoptions that had no network: now, every minute and once it returns, until `scope` is disposed. */
export function startAdoptions(scope: Scope): void {
  const retry = (): void => void retryAdoptions();
  scope.interval(retry, RETRY_INTERVAL_MS);
  onOnline(scope, retry);
  retry();
}

/** Retries this account's adoptions that had no network. Never rejects. */
export function retryAdoptions(): Promise<void> {
  retrying ??= sendWaiting().finally(() => {
    retrying = null;
  });
  return retrying;
}

async function sendWaiting(): Promise<void> {
  const ownerId = storage.read('currentUser')?.id;
  for (const waiting of storage.read('waitingAdoptions')) {
    if (waiting.ownerId !== ownerId) continue;
    const adoption = await send(waiting);
    if (adoption === 'waits') return;
    // Again, in case the page was closed after the response.
    if (adoption === 'done') giveNotes(waiting);
    // Also after a refusal: a pack without a membership is then removed as usual.
    await givePacks(waiting);
    if (storage.read('currentUser')?.id !== ownerId) return;
    if (storage.read('selectedParcours').length === 0) storage.write('selectedParcours', waiting.selected);
    forget(waiting);
    for (const task of tasks) task();
  }
}

/** Sends one adoption. The caller forgets it once the device's data is transferred too: a repetition does no harm. */
async function send(waiting: WaitingAdoption, token?: string): Promise<Adoption> {
  try {
    await call('adoptGuest', { body: { token: waiting.token } }, token === undefined ? {} : { token });
    return 'done';
  } catch (error) {
    return isRefused(error) ? 'refused' : 'waits';
  }
}

function forget({ guestId, ownerId }: WaitingAdoption): void {
  const others = storage
    .read('waitingAdoptions')
    .filter((other) => other.guestId !== guestId || other.ownerId !== ownerId);
  storage.write('waitingAdoptions', others);
}

/** Transfers the data stored under a guest's id, except packs, which must wait for the memberships. */
function giveNotes({ guestId: from, ownerId: to }: WaitingAdoption): void {
  giveEvents(from, to);
  giveWalkNote(from, to);
  const give = <Note extends { readonly userId: UserId }>(note: Note): Note =>
    note.userId === from ? { ...note, userId: to } : note;
  storage.write('pendingShapes', storage.read('pendingShapes').map(give));
  storage.write('unsavedChanges', storage.read('unsavedChanges').map(give));
  storage.write('unsavedWords', storage.read('unsavedWords').map(give));
  storage.write('toldStories', storage.read('toldStories').map(give));
}

async function givePacks({ guestId, ownerId }: WaitingAdoption): Promise<void> {
  const listed = storage.read('parcoursList');
  if (listed?.ownerId === guestId) storage.write('parcoursList', { ...listed, ownerId });
  const give = (note: StoredPackNote): StoredPackNote => (note.ownerId === guestId ? { ...note, ownerId } : note);
  storage.write('keptPacks', storage.read('keptPacks').map(give));
  try {
    // Loaded here, because the login screen needs no packs: their file comes with the invitation or the map.
    const { givePackRecords } = await import('../platform/packs/stored-packs.ts');
    await givePackRecords(guestId, ownerId);
  } catch {
    // Denied storage holds no packs.
  }
}

import { ref } from 'valtio';
import { parcoursCalls } from '../../contracts/calls/parcours-calls.ts';
import type { OpeningChange } from '../../contracts/open-parcours.ts';
import type { CreatedParcours, NewParcours, Parcours, ParcoursInfo, ParcoursText } from '../../contracts/parcours.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { ParcoursId, UserId } from '../../contracts/vocabulary.ts';
import { createLoader } from '../page/load-state.ts';
import { ApiError, addCalls, call, isRefused } from '../platform/net/api.ts';
import { isOffline } from '../platform/net/reach.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import { dropSeenExcept } from '../platform/packs/seen-places.ts';
import { storedPack, storedPacksOpened } from '../platform/packs/stored-packs.ts';
import { onOnline, onVisible } from '../platform/page/page-events.ts';
import type { Scope } from '../platform/scope.ts';
import { type StoredParcours, storage } from '../platform/storage/storage.ts';
import { onAdopted } from '../session/adoption.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { parcours, readSelection, settleSelection, storeSelection } from './parcours.ts';

addCalls(parcoursCalls);

const loader = createLoader(parcours);

/** When the server sent the shown list; null before that. */
let listedMs: number | null = null;

/** Loads the list; until `scope` is disposed, retries a load without a response on return, and back online. */
export function startParcours(scope: Scope): void {
  onVisible(scope, retryParcours);
  onOnline(scope, retryParcours);
  void loadParcours();
}

/** Loads the list again if there was no response: it failed, or comes from the device. Never rejects. */
export async function retryParcours(): Promise<void> {
  const isStored = parcours.status === 'ready' && !parcours.isFromServer;
  if (parcours.status === 'failed' || isStored) await loadParcours();
}

/**
 * Loads the list and removes from the selection what is not in it. If a parcours of the stored list has a whole pack,
 * or 'hors ligne' is on, the stored list is shown until the response; without a response, it is always shown. Never
 * rejects.
 */
export function loadParcours(): Promise<void> {
  return loader.load(fetchList, storeList, showStored, showSeen);
}

async function fetchList(): Promise<Parcours[]> {
  // The list's pictures may be on the device.
  const [list] = await Promise.all([call('listParcours', { query: {} }), storedPacksOpened()]);
  return list;
}

async function showStored(isDue: () => boolean): Promise<boolean> {
  await storedPacksOpened();
  const stored = readStored();
  if (!isDue() || stored === null) return false;
  // Otherwise the response, or its absence, says more.
  if (!isOffline() && !stored.list.some(({ id }) => storedPack(id) !== null)) return false;
  // A list of this session is newer.
  if (!parcours.isFromServer) parcours.list = ref(stored.list);
  return true;
}

/** Shows the list that was seen last, with its date. Returns whether there is one. */
async function showSeen(failure: Error): Promise<boolean> {
  // Content that the server refuses must not be shown, however late the refusal arrives.
  if (isRefused(failure)) {
    if (parcours.isSeen) Object.assign(parcours, { list: ref([]), isSeen: false, seenMs: null });
    return false;
  }
  const stored = readStored();
  // A list of this session is newer.
  if (stored === null || parcours.isFromServer) return false;
  Object.assign(parcours, { list: ref(stored.list), isSeen: true, seenMs: stored.seenMs ?? null });
  return true;
}

function readStored(): StoredParcours | null {
  const stored = storage.read('parcoursList');
  if (stored === null || stored.ownerId !== storage.read('currentUser')?.id) return null;
  const list = parcoursCalls.listParcours.response.safeParse(stored.list);
  return list.success ? { ...stored, list: list.data } : null;
}

/** Creates a parcours that receives drops, the only selected one. @throws {ApiError | NetworkError} as `call` does. */
export async function createParcours(wanted: Pick<NewParcours, 'title' | 'description'>): Promise<CreatedParcours> {
  const { newParcours } = await call('createParcours', { body: wanted });
  await showCreated(newParcours);
  return newParcours;
}

/** Lists a parcours that the server has just made; it receives drops and is the only selected one, unless it stays in the background. */
export async function showCreated(newParcours: CreatedParcours, isChosen = true): Promise<void> {
  if (isChosen) storeSelection({ selectedIds: [newParcours.id], beingCreated: newParcours });
  await loadParcours();
}

/**
 * Copies a parcours under a title and lists the copy; the selection stays. A retry with the same `idempotencyKey` makes no
 * other copy; the first one gets its title if the person may edit it.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function copyParcours(parcoursId: ParcoursId, title: string, idempotencyKey: string): Promise<void> {
  await call('copyParcours', { params: { mapId: parcoursId }, body: { title } }, { idempotencyKey });
  await loadParcours();
}

/** Changes a parcours' name, description and image. @throws {ApiError | NetworkError} as `call` does. */
export async function updateParcours(parcoursId: ParcoursId, text: ParcoursText): Promise<void> {
  storeInfo(await call('updateParcours', { params: { mapId: parcoursId }, body: text }));
}

/**
 * Opens a parcours to people without an account, changes its address, or closes it.
 * @throws {ApiError | NetworkError} as `call` does: `conflict` if the slug is another parcours'.
 */
export async function setOpening(parcoursId: ParcoursId, opening: OpeningChange): Promise<void> {
  storeInfo(await call('updateOpening', { params: { mapId: parcoursId }, body: opening }));
}

/**
 * Fetches one parcours of the list again, because others may have changed it. Loads the list if the person is no longer
 * a member of it; ignores every other failure.
 */
export async function refreshParcours(parcoursId: ParcoursId): Promise<void> {
  try {
    storeInfo(await call('readParcours', { params: { mapId: parcoursId } }));
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')) await loadParcours();
  }
}

function storeInfo(info: ParcoursInfo): void {
  // A response leaves out the usual values.
  const withInfo = ({ hidden: _, needs_approval: __, ...known }: Parcours): Parcours => ({ ...known, ...info });
  setList(parcours.list.map((known) => (known.id === info.id ? withInfo(known) : known)));
  const { selectedIds, beingCreated } = parcours;
  if (beingCreated?.id !== info.id) return;
  const { id, name, description, privilege } = info;
  storeSelection({ selectedIds, beingCreated: { id, title: name, description, privilege } });
}

/** Deletes a parcours for everybody. @throws {ApiError | NetworkError} as `call` does; the state stays unchanged. */
export async function deleteParcours(parcoursId: ParcoursId): Promise<void> {
  await call('deleteParcours', { params: { mapId: parcoursId } });
  removeFromList(parcoursId);
}

/** Ends the person's membership. @throws {ApiError | NetworkError} as `call` does; the state stays unchanged. */
export async function leaveParcours(parcoursId: ParcoursId, userId: UserId): Promise<void> {
  await call('removeMember', { params: { mapId: parcoursId, userId } });
  removeFromList(parcoursId);
}

function removeFromList(id: ParcoursId): void {
  setList(parcours.list.filter((listed) => listed.id !== id));
  settle();
  void dropUnlisted(parcours.list);
}

function storeList(list: Parcours[]): void {
  Object.assign(parcours, { isFromServer: true, isSeen: false, seenMs: null });
  listedMs = serverNowMs();
  setList(list);
  settle();
  void dropUnlisted(list);
}

async function dropUnlisted(list: readonly Parcours[]): Promise<void> {
  const user = storage.read('currentUser');
  if (user === null) return;
  try {
    const fillable = list.filter(({ privilege }) => mayDrop(user.role, privilege));
    await dropSeenExcept(user.id, idsOf(list), idsOf(fillable));
  } catch {
    // Denied storage holds nothing.
  }
}

function idsOf(list: readonly Parcours[]): ParcoursId[] {
  return list.map(({ id }) => id);
}

/** Shows the list, and stores it for a start without a network. */
function setList(list: Parcours[]): void {
  parcours.list = ref(list);
  const ownerId = storage.read('currentUser')?.id;
  const seenMs = listedMs ?? readStored()?.seenMs;
  if (ownerId !== undefined)
    storage.write('parcoursList', { ownerId, list, ...(seenMs === undefined ? {} : { seenMs }) });
}

function settle(): void {
  storeSelection(settleSelection(parcours, idsOf(parcours.list)));
}

forgetAtSessionEnd(() => {
  listedMs = null;
  loader.supersede();
});

onAdopted(() => {
  readSelection();
  void loadParcours();
});

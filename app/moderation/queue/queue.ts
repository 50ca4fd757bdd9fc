import { proxy, ref } from 'valtio';
import { moderationCalls } from '../../../contracts/calls/moderation-calls.ts';
import { tellingCalls } from '../../../contracts/calls/telling-calls.ts';
import type { ModerationQueue, NewMeasure, OpenedParcours } from '../../../contracts/moderation.ts';
import { mayAdminister } from '../../../contracts/permissions.ts';
import type { PlaceWords } from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { isVisible, onVisible } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls({ ...moderationCalls, ...tellingCalls });

/** How often the queue is reloaded while it is shown. */
const POLL_MS = 60_000;

interface Queue extends LoadState {
  /** Replaced as a whole, never changed in place. */
  found: ModerationQueue & { $$valtioSnapshot: ModerationQueue };
}

/** Items that the site's admins have to decide on. Changed only in this file. */
export const moderationQueue = proxy<Queue>(empty());

const loader = createLoader(moderationQueue, { staysReady: true });

/** Loads the queue; does nothing for people who aren't site admins. Never rejects. */
export async function loadQueue(): Promise<void> {
  if (session.user === null || !mayAdminister(session.user.role)) return;
  await loader.load(
    () => call('readModerationQueue', {}),
    (found) => Object.assign(moderationQueue, { found: ref(found) }),
  );
}

/** Loads the queue now, whenever the page becomes visible, and if it `polls`, regularly, until `scope` is disposed. */
export function followQueue(scope: Scope, { polls }: { readonly polls: boolean }): void {
  void loadQueue();
  onVisible(scope, loadQueue);
  if (polls) scope.interval(() => (isVisible() ? void loadQueue() : undefined), POLL_MS);
}

/** Takes a measure on a reported item, and loads the queue again. @throws as `call` does */
export async function takeMeasure(measure: NewMeasure): Promise<void> {
  await call('takeMeasure', { body: measure });
  await loadQueue();
}

/** Suspends an account or lifts that, and loads the queue again. @throws as `call` does */
export async function setSuspension(userId: UserId, suspended: boolean, words: string): Promise<void> {
  await call('setSuspension', { params: { userId }, body: { suspended, words } });
  await loadQueue();
}

/** Opens a whole map for inspection; the server logs who did. @throws as `call` does */
export function openParcours(parcoursId: ParcoursId): Promise<OpenedParcours> {
  return call('openParcoursToModerate', { params: { mapId: parcoursId } });
}

/** Reads a place's current texts and pictures, even of a hidden place. @throws as `call` does */
export function readTexts(placeId: PlaceId): Promise<PlaceWords> {
  return call('readPlaceWords', { params: { placeId } });
}

function empty(): Queue {
  return { ...notLoaded(), found: ref({ things: [], openCount: 0, suspended: [] }) };
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(moderationQueue, empty());
});

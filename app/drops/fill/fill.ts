import { proxy } from 'valtio';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { distanceFromFix } from '../../position/distance.ts';
import type { GateFix } from '../../position/fix-gate.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { closeRecorderCard } from '../drop-mode.ts';
import type { OutboxItem } from '../outbox/outbox-view.ts';

/** Within this distance a contributor stands at a planned place: a phone in streets is off by about half of it. */
const AT_PLACE_M = 25;

/** The card of a planned place on the map. Changed only in this file. */
export const fillCard = proxy<{
  /** The place that was tapped or chosen from the list; null for none. */
  openId: PlaceId | null;
  /** Places whose card was closed: it doesn't appear again by itself. */
  closedIds: PlaceId[];
}>({ openId: null, closedIds: [] });

/** Opens the card of a planned place, instead of the recorder's, which would hide it. */
export function openPlanned(id: PlaceId): void {
  closeRecorderCard();
  fillCard.openId = id;
}

/** Closes the card. @param id the place that it shows */
export function closePlanned(id: PlaceId): void {
  fillCard.openId = null;
  if (!fillCard.closedIds.includes(id)) fillCard.closedIds.push(id);
}

/** Returns the planned places without those whose audio waits on this device: those are shown as waiting drops. */
export function withoutQueued(
  planned: readonly PlannedPlace[],
  items: readonly Pick<OutboxItem, 'plannedId'>[],
): PlannedPlace[] {
  return planned.filter(({ id }) => !items.some(({ plannedId }) => plannedId === id));
}

/**
 * Returns the place whose card is shown: the opened one, or the nearest that nobody has filled, if one stands there and no
 * other member is asked for it.
 */
export function chooseCard(
  planned: readonly PlannedPlace[],
  { openId, closedIds }: { readonly openId: PlaceId | null; readonly closedIds: readonly PlaceId[] },
  fix: GateFix | null,
  ownId: UserId | undefined,
): PlannedPlace | null {
  const opened = planned.find(({ id }) => id === openId);
  if (opened !== undefined) return opened;
  if (fix === null) return null;
  const near = openTo(planned, ownId)
    .filter(({ id }) => !closedIds.includes(id))
    .map((place) => ({ place, away: distanceFromFix(fix, place.feature) }))
    .filter(({ away }) => away.offM === 0 && away.distanceM <= AT_PLACE_M)
    .sort((a, b) => a.away.distanceM - b.away.distanceM);
  return near[0]?.place ?? null;
}

/** Returns the places that nobody has filled, and for which no other member is asked. */
export function openTo(planned: readonly PlannedPlace[], ownId: UserId | undefined): PlannedPlace[] {
  return planned.filter(({ state, asked }) => state === 'planned' && (asked === null || asked.id === ownId));
}

forgetAtSessionEnd(() => Object.assign(fillCard, { openId: null, closedIds: [] }));

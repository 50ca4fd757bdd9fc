import { proxy, subscribe } from 'valtio';
import { places } from '../../places/places.ts';
import type { Scope } from '../../platform/scope.ts';
import { closeLocationOverlay, location } from '../../position/location.ts';
import { picked } from '../../tellings/picked.ts';
import { nextInOrder } from '../guide/walk-state.ts';
import { allowSound, beginWalk, endWalk, listening, orderStories, orderStoriesAnew, playPlace } from '../listening.ts';
import { listStories } from '../walk-progress.ts';
import { farAway } from './far-away.ts';

/** Listening to a parcours from elsewhere, in its order. Changed only in this file. */
export const fromHere = proxy<{ isOn: boolean; isFrameDue: boolean }>({
  isOn: false,
  /** The map has yet to show the whole parcours. */
  isFrameDue: false,
});

/** The person wants to listen, and it is not known yet whether they are near. */
let isUndecided = false;

/** Starts listening: on a walk, or from here if the parcours is far away. Must be called from a tap, for the sound. */
export function beginListening(): void {
  if (isFar()) {
    listenFromHere();
    return;
  }
  beginWalk();
  isUndecided = true;
  decide();
}

/** Plays the stories from here, in the order of the parcours, and ends the walk. Must be called from a tap. */
export function listenFromHere(): void {
  allowSound();
  playFromHere();
}

/** Lets each story follow the one before it, or no longer; the current one plays on. Must be called from a tap. */
export function followOn(isOn: boolean): void {
  if (isOn) allowSound();
  orderStories(isOn ? listStories(picked.list) : null);
}

/** Ends listening from here once a walk begins or other parcours are in use, until `scope` is disposed. */
export function followFromHere(scope: Scope): void {
  let parcoursIds = places.parcoursIds.join();
  scope.add(subscribe(location, decide));
  scope.add(
    subscribe(picked, () => {
      if (places.parcoursIds.join() !== parcoursIds) endHere();
      else if (listening.walk.order !== null) orderStories(listStories(picked.list));
      parcoursIds = places.parcoursIds.join();
      decide();
    }),
  );
  scope.add(
    subscribe(listening, () => {
      if (fromHere.isOn && listening.walk.onSite) fromHere.isOn = false;
    }),
  );
  scope.add(() => {
    isUndecided = false;
    Object.assign(fromHere, { isOn: false, isFrameDue: false });
  });
}

/** Notes that the map shows the whole parcours. */
export function markFramed(): void {
  fromHere.isFrameDue = false;
}

function endHere(): void {
  fromHere.isOn = false;
  orderStories(null);
}

function decide(): void {
  if (!isUndecided) return;
  // The walk was ended, or another parcours chosen: nobody waits any longer.
  if (!listening.walk.onSite) isUndecided = false;
  else if (location.fix !== null && picked.list.length > 0) {
    isUndecided = false;
    if (isFar()) playFromHere();
  }
}

function isFar(): boolean {
  return location.fix !== null && !location.isFalse && farAway(picked.list, location.fix) !== null;
}

function playFromHere(): void {
  if (listening.walk.onSite) endWalk();
  isUndecided = false;
  closeLocationOverlay();
  fromHere.isOn = true;
  fromHere.isFrameDue = true;
  const stories = listStories(picked.list);
  const next = nextInOrder({ ...listening.walk, selected: null, again: [], order: stories });
  const first = next ?? stories[0];
  // Nobody asks for silence: a person who has heard everything hears it again. It stays heard.
  if (next === null) orderStoriesAnew(stories);
  else orderStories(stories);
  if (first !== undefined) playPlace(first);
}

import type { Scope } from '../platform/scope.ts';
import { startListening } from './listening.ts';
import { startMediaControls } from './media-controls.ts';
import { followFromHere } from './nearby/from-here.ts';
import { followNext } from './nearby/next-near.ts';
import { followTapped } from './nearby/tapped-place.ts';
import { followPassed } from './passed-places.ts';
import { startPlaceRefresh } from './place-refresh.ts';
import { startPrefetch } from './story-prefetch.ts';

/** Starts a walk's services besides places and position (player, controls, prefetch, ...) until `scope` is disposed. */
export function startWalkServices(scope: Scope): void {
  startPlaceRefresh(scope);
  startListening(scope);
  startMediaControls(scope);
  startPrefetch(scope);
  followPassed(scope);
  followTapped(scope);
  followFromHere(scope);
  followNext(scope);
}

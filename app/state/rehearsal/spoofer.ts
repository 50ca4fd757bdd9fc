import { subscribe } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import type { Scope } from '../../platform/scope.ts';
import { editorTools, isSpoofing } from '../maps/editor-tools.ts';
import { beginFalsePosition, endFalsePosition, setFalsePosition } from '../position/location.ts';

/** Accuracy of a position set by hand: a phone's under open sky. */
const FALSE_POSITION_ACCURACY_M = 5;

/** Shows false positions instead of the real one while the Spoofer is on, until `scope` is disposed. */
export function startSpoofer(scope: Scope): void {
  const follow = (): void => {
    if (isSpoofing(editorTools)) beginFalsePosition();
    else endFalsePosition();
  };
  // At once, for a click may follow: what is switched on must never be taken for the real position, nor the reverse.
  scope.add(subscribe(editorTools, follow, true));
  scope.add(endFalsePosition);
  follow();
}

/** Shows a false position at `[lng, lat]`. Without effect while the Spoofer is off. */
export function standFalsely([lng, lat]: Position): void {
  setFalsePosition({
    lng,
    lat,
    accuracyM: FALSE_POSITION_ACCURACY_M,
    headingDeg: null,
    speedMps: null,
    timestampMs: Date.now(),
  });
}

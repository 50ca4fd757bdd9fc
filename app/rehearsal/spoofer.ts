import { subscribe } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import { editorTools, isSpoofing } from '../parcours/editor-tools.ts';
import type { Scope } from '../platform/scope.ts';
import { beginFalsePosition, endFalsePosition, setFalsePosition } from '../position/location.ts';

/** Accuracy of a manually set position: that of a phone under open sky. */
const FALSE_POSITION_ACCURACY_M = 5;

/** Shows false positions instead of the real one while the Spoofer is on, until `scope` is disposed. */
export function startSpoofer(scope: Scope): void {
  const follow = (): void => {
    if (isSpoofing(editorTools)) beginFalsePosition();
    else endFalsePosition();
  };
  // Synchronously, because a click may follow: a false position must never be taken for the real one, or the reverse.
  scope.add(subscribe(editorTools, follow, true));
  scope.add(endFalsePosition);
  follow();
}

/** Shows a false position at `[lng, lat]`. Does nothing while the Spoofer is off. */
export function setSpoofedPosition([lng, lat]: Position): void {
  setFalsePosition({
    lng,
    lat,
    accuracyM: FALSE_POSITION_ACCURACY_M,
    headingDeg: null,
    speedMps: null,
    timestampMs: Date.now(),
  });
}

import { subscribe } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import { FALSE_POSITION_ACCURACY_M } from '../../contracts/limits.ts';
import type { Scope } from '../platform/scope.ts';
import { editorTools, isSpoofing } from './editor-tools.ts';
import { beginFalsePosition, endFalsePosition, setFalsePosition } from './location.ts';

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

/** Stands at `[lng, lat]`, as a phone under open sky would tell it. Without effect while the Spoofer is off. */
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

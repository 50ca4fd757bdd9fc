import { subscribe } from 'valtio';
import { recorder } from '../drops/record/recorder.ts';
import type { Scope } from '../platform/scope.ts';
import { location } from '../position/location.ts';
import { noteConsent } from '../session/consents.ts';

/**
 * Reports the consent to use the position or the voice to the server, once the person has granted it in the browser.
 */
export function noteConsents(scope: Scope): void {
  scope.add(
    subscribe(location, () => {
      if (location.status === 'active' || location.status === 'low_accuracy') noteConsent('position');
    }),
  );
  scope.add(
    subscribe(recorder, () => {
      if (recorder.phase === 'recording') noteConsent('voice');
    }),
  );
}

import { storage } from '../../../app/platform/storage/storage.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';

/** Forgets what a session has fetched and the maps that it chose, for the next test. */
export function forgetSession(): void {
  storage.forget('selectedParcours', 'parcoursBeingCreated');
  clearSessionData();
}

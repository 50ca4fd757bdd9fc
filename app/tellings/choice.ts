import { proxy } from 'valtio';
import type { TellingChoice } from '../../contracts/pick-telling.ts';
import { TELLING_KINDS } from '../../contracts/telling.ts';
import { storage } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** In which language, and for whom, the walker wants to be told the stories. Changed only in this file. */
export const choice = proxy<{ wanted: TellingChoice }>({ wanted: readChoice() });

/** Chooses the tellings of all parcours, on this device. */
export function chooseTelling(wanted: TellingChoice): void {
  choice.wanted = { ...wanted };
  storage.write('tellingChoice', wanted);
}

function readChoice(): TellingChoice {
  const stored = storage.read('tellingChoice');
  const kind = TELLING_KINDS.find((known) => known === stored?.kind);
  return { language: stored?.language ?? null, kind: kind ?? 'standard' };
}

// A logout deletes the stored choice; the end of a session doesn't.
forgetAtSessionEnd(() => {
  choice.wanted = readChoice();
});

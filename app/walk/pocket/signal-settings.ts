import { proxy } from 'valtio';
import { type PocketSignal, storage } from '../../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

/** Which sounds of pocket mode are switched off; none at first. */
export const signalSettings = proxy<{ silenced: PocketSignal[] }>({ silenced: storage.read('silencedSignals') });

/** Switches one sound of pocket mode, and stores the choice until logout. */
export function switchSignal(signal: PocketSignal, isOn: boolean): void {
  const others = signalSettings.silenced.filter((one) => one !== signal);
  signalSettings.silenced = isOn ? others : [...others, signal];
  storage.write('silencedSignals', [...signalSettings.silenced]);
}

forgetAtSessionEnd(() => {
  signalSettings.silenced = [];
});

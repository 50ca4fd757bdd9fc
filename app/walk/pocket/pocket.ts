import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { holdSignals } from '../../platform/audio/signals.ts';
import { darkenScreen } from '../../platform/page/dark-screen.ts';
import { Scope } from '../../platform/scope.ts';
import { allowSound, listening } from '../listening.ts';
import { signalBySound } from './pocket-signals.ts';

/** Whether the phone is carried in a pocket: a black screen, nothing drawn, and the guide continues. */
export const pocket = proxy<{ isOn: boolean }>({ isOn: false });

/** Owns the resources of pocket mode while it is on. */
let mode = new Scope();

/** Starts pocket mode. Must be called from a tap. Does nothing unless audio-guide mode ('sur place') is on. */
export function enterPocket(): void {
  if (pocket.isOn || !listening.walk.onSite) return;
  allowSound();
  mode = new Scope();
  holdSignals(mode);
  darkenScreen(mode);
  signalBySound(mode);
  const endWithWalk = ({ onSite }: typeof listening.walk): void => {
    if (!onSite) leavePocket();
  };
  mode.add(subscribeKey(listening, 'walk', endWithWalk, true));
  pocket.isOn = true;
}

/** Ends pocket mode. The walk continues. */
export function leavePocket(): void {
  mode.dispose();
  pocket.isOn = false;
}

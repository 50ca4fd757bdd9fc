import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { busy } from '../../page/busy.ts';
import { holdSignals, playSignal } from '../../platform/audio/signals.ts';
import { darkenScreen } from '../../platform/page/power-saving.ts';
import { type Release, Scope } from '../../platform/scope.ts';
import { type PocketSignal, storage } from '../../platform/storage/storage.ts';
import { location } from '../../position/location.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { picked } from '../../tellings/picked.ts';
import { allowSound, announceStarts, listening } from '../listening.ts';
import { isWalkOver } from '../walk-progress.ts';
import { lostAtMs, passTime, takeFix, watchFrom } from './signals-due.ts';

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

/** Signals by short sounds what a person who can't see the screen has to know, until `scope` is disposed. */
export function signalBySound(scope: Scope): void {
  scope.add(announceStarts(() => signal('story')));
  signalPosition(scope);
  signalEnd(scope);
}

async function signal(sound: PocketSignal): Promise<void> {
  // The microphone would record it.
  const isRecording = busy.works.includes('recording');
  if (!isRecording && !signalSettings.silenced.includes(sound)) await playSignal(sound);
}

function signalPosition(scope: Scope): void {
  let watch = watchFrom(performance.now(), location.status);
  let stopWaiting: Release = () => {};

  function go([next, due]: ReturnType<typeof takeFix>): void {
    watch = next;
    if (due !== null) void signal(due);
    stopWaiting();
    if (watch.isLost) return;
    stopWaiting = scope.timeout(look, Math.max(0, lostAtMs(watch) - performance.now()));
  }

  function look(): void {
    const atMs = performance.now();
    // A manually set position is never lost.
    go(location.isFalse ? [watchFrom(atMs, 'active'), null] : passTime(watch, atMs, location.status));
  }

  scope.add(
    subscribeKey(location, 'fix', (fix) => {
      if (fix !== null) go(takeFix(watch, performance.now(), fix.speedMps));
    }),
  );
  scope.add(subscribeKey(location, 'status', look));
  look();
}

/** Signals the end of a walk once, when it comes. A walk that was already over is not signalled. */
function signalEnd(scope: Scope): void {
  let wasOver = isOver();
  function look(): void {
    const isNowOver = isOver();
    if (isNowOver && !wasOver) void signal('end');
    wasOver ||= isNowOver;
  }
  scope.add(subscribe(listening, look));
  scope.add(subscribe(picked, look));
}

function isOver(): boolean {
  return isWalkOver(picked.list, listening.walk, listening.audio);
}

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

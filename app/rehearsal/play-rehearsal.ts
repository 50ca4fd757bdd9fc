import type { PlaceId } from '../../contracts/vocabulary.ts';
import { keepScreenOn } from '../platform/page/wake-lock.ts';
import { Scope } from '../platform/scope.ts';
import { allowSound, choosePlace, listening, pauseStory, playPlace, switchOnSite } from '../walk/listening.ts';
import { rehearsal } from './rehearsal.ts';
import { soundingAt, walkerAt } from './rehearse.ts';

/** 25 frames a second: the eye sees no more steps of a dot. */
const TICK_MS = 40;

/** Owns the clock while it plays. */
let show = new Scope();
/** The place whose story the rehearsal itself plays. */
let heard: PlaceId | null = null;

/** Plays from the shown moment, or from the start if that is the end. Must be called from a tap. */
export function play(): void {
  const { answer, atS, factor } = rehearsal;
  if (answer === null || rehearsal.isPlaying) return;
  if (!Number.isFinite(factor)) {
    seek(answer.endS);
    return;
  }
  if (atS >= answer.endS) seek(0);
  if (isHeard()) takePlayer();
  rehearsal.isPlaying = true;
  show = new Scope();
  keepScreenOn(show);
  let lastMs = performance.now();
  show.interval(() => {
    const nowMs = performance.now();
    const passedS = ((nowMs - lastMs) / 1000) * rehearsal.factor;
    lastMs = nowMs;
    pass(passedS);
  }, TICK_MS);
  sound();
}

/** Shows this moment, in seconds from the start of the walk. */
export function seek(atS: number): void {
  const { answer } = rehearsal;
  if (answer === null) return;
  moveTo(Math.min(Math.max(0, atS), answer.endS));
  soundAnew();
}

/** Sets the playback speed, as a factor; Infinity shows the end. Must be called from a tap. */
export function setFactor(factor: number): void {
  rehearsal.factor = factor;
  if (!Number.isFinite(factor)) pause();
  if (rehearsal.isPlaying && isHeard()) takePlayer();
  soundAnew();
}

/** Switches the sound of stories. Must be called from a tap. */
export function setSound(on: boolean): void {
  rehearsal.hasSound = on;
  if (on) takePlayer();
  soundAnew();
}

/** Takes over the one player: the audio guide must not use it meanwhile. */
function takePlayer(): void {
  switchOnSite(false);
  allowSound();
}

function pass(passedS: number): void {
  const { answer, atS } = rehearsal;
  if (answer === null) return;
  moveTo(Math.min(atS + passedS, answer.endS));
  if (rehearsal.atS >= answer.endS) pause();
  else sound();
}

/** Shows the walker at this moment. */
export function moveTo(atS: number): void {
  const { answer } = rehearsal;
  if (answer === null) return;
  const [lng, lat] = walkerAt(answer, atS);
  rehearsal.atS = atS;
  rehearsal.walker = { lng, lat };
}

/** Pauses the playback at the shown moment. */
export function pause(): void {
  show.dispose();
  rehearsal.isPlaying = false;
  mute();
}

function isHeard(): boolean {
  return rehearsal.hasSound && rehearsal.factor === 1;
}

function sound(): void {
  const { answer, atS, isPlaying } = rehearsal;
  if (answer === null || !isPlaying || !isHeard()) return;
  const start = soundingAt(answer, atS);
  const placeId = start?.placeId ?? null;
  if (placeId === heard) return;
  mute();
  heard = placeId;
  if (start !== undefined) playPlace(start.placeId, atS - start.atS);
}

function soundAnew(): void {
  mute();
  sound();
}

/** Ends the story that the rehearsal started, unless somebody chose another one meanwhile. */
function mute(): void {
  if (heard !== null && listening.walk.selected === heard) {
    pauseStory();
    choosePlace(null);
  }
  heard = null;
}

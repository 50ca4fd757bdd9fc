import { proxy, ref, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Position } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { GpxLine } from '../../platform/map/gpx.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { Scope } from '../../platform/scope.ts';
import { rehearsalStrings } from '../../words/rehearsal.ts';
import { isDrawing as areToolsDrawing, editorTools, isSpoofing } from '../maps/editor-tools.ts';
import { places } from '../places/places.ts';
import { allowSound, choosePlace, listening, pauseStory, playPlace, switchOnSite } from '../walk/listening.ts';
import { type Rehearsal, type RehearsalSettings, soundingAt, walkerAt } from './rehearse.ts';
import { rehearseInSlices } from './rehearse-in-slices.ts';
import { standFalsely } from './spoofer.ts';
import { createTrail, type Trail } from './trail.ts';

/** Paces that a rehearsal offers, in m/s: from a stroll to a bicycle. */
export const REHEARSAL_SPEED_MPS = { least: 0.8, usual: 1.3, walkersMost: 2, most: 5 } as const;
/** Longest route rehearsed: a day on a bicycle. */
const REHEARSAL_LENGTH_MAX_M = 50_000;

/** The route. Not proxied: a recorded one has thousands of positions. */
type Line = readonly Position[] & { $$valtioSnapshot: readonly Position[] };

/** A rehearsal, from opening its tool to closing it. */
export interface RehearsalState {
  isOpen: boolean;
  /** Clicks on the map lengthen the line. */
  isDrawing: boolean;
  /** The route; empty until there is one. Replaced as a whole. */
  line: Line;
  /** Name of the line in its file; null for one drawn by hand. */
  name: string | null;
  /** All lines of that file; empty for a route drawn by hand. Replaced as a whole. */
  lines: readonly GpxLine[] & { $$valtioSnapshot: readonly GpxLine[] };
  /** Index of the route in `lines`. */
  chosen: number;
  settings: RehearsalSettings;
  /** `too-short` and `too-long` routes are not walked. While `computing`, the last result stays. */
  status: 'empty' | 'too-short' | 'too-long' | 'computing' | 'ready' | 'failed';
  lengthM: number;
  /** The result; null until it is known. Replaced as a whole. */
  answer: (Rehearsal & { $$valtioSnapshot: Rehearsal }) | null;
  isPlaying: boolean;
  /** The moment that is shown, in seconds from the beginning of the walk. */
  atS: number;
  /** Playback speed, as a factor; Infinity shows the end. */
  factor: number;
  /** Stories are played, at a factor of 1. */
  hasSound: boolean;
  /** Where the simulated walker is; null while there is none. Replaced as a whole. */
  walker: { readonly lng: number; readonly lat: number } | null;
}

const CLOSED: RehearsalState = {
  isOpen: false,
  isDrawing: false,
  line: ref([]),
  name: null,
  lines: ref([]),
  chosen: 0,
  settings: { speedMps: REHEARSAL_SPEED_MPS.usual, noiseM: 3, seed: 1 },
  status: 'empty',
  lengthM: 0,
  answer: null,
  isPlaying: false,
  atS: 0,
  factor: 20,
  hasSound: false,
  walker: null,
};
/** 25 frames a second: the eye sees no more steps of a dot. */
const TICK_MS = 40;
/** Changes of settings come in dozens while a slider is dragged. */
const RECOMPUTE_DELAY_MS = 120;

/** The rehearsal. Changed by the functions of this file alone. */
export const rehearsal = proxy<RehearsalState>({ ...CLOSED });

/** Owns what the open tool needs; null while it is closed. */
let tool: Scope | null = null;
/** Owns the running computation. */
let sum = new Scope();
/** Owns the clock while it plays. */
let show = new Scope();
let trail: Trail | null = null;
/** The place whose story the rehearsal itself plays. */
let heard: PlaceId | null = null;
/** What was rehearsed when the tool was closed: a route drawn by hand is work. */
let kept: Pick<RehearsalState, 'isDrawing' | 'line' | 'name' | 'lines' | 'chosen' | 'settings'> | null = null;

/** Opens the tool with its last route; it closes by itself when the Spoofer is switched off. */
export function openRehearsal(): void {
  if (tool !== null || !isSpoofing(editorTools)) return;
  tool = new Scope();
  tool.add(
    subscribe(editorTools, () => {
      if (!isSpoofing(editorTools)) closeRehearsal();
      // One click, one tool: it belongs to the place editor from now on.
      else if (rehearsal.isDrawing && areToolsDrawing(editorTools)) finishDrawing();
    }),
  );
  tool.add(subscribeKey(places, 'list', rehearseAgain));
  rehearsal.isOpen = true;
  if (kept === null) return;
  Object.assign(rehearsal, kept);
  // Drawing goes on where it was, unless the clicks are the place editor's by now.
  if (!kept.isDrawing || areToolsDrawing(editorTools)) takeLine(kept.line, kept.name);
}

/** Closes the tool, and stops what plays. The route is kept for the next opening. */
export function closeRehearsal(): void {
  if (tool !== null) {
    const { isDrawing, line, name, lines, chosen, settings } = rehearsal;
    kept = { isDrawing, line, name, lines, chosen, settings };
  }
  mute();
  show.dispose();
  sum.dispose();
  tool?.dispose();
  tool = null;
  trail = null;
  Object.assign(rehearsal, CLOSED);
}

/** Closes the tool, and forgets its route. */
export function forgetRehearsal(): void {
  closeRehearsal();
  kept = null;
}

/** A click on the map at `[lng, lat]`. @returns true where it sets a position, and so selects nothing */
export function clickGround(position: Position): boolean {
  if (!isSpoofing(editorTools)) return false;
  if (rehearsal.isDrawing) addPoint(position);
  // With both tools on, a click draws: the position has other ways to be set, a shape has none.
  else if (areToolsDrawing(editorTools)) return false;
  else {
    standFalsely(position);
    // Who sets a position wants to see it; the walker is back with the next moment that is shown.
    if (!rehearsal.isPlaying) rehearsal.walker = null;
  }
  return true;
}

/** The last result stays until there is another: else the controls would vanish under a finger. */
function takeLine(line: readonly Position[], name: string | null): void {
  pause();
  Object.assign(rehearsal, { line: ref([...line]), name, isDrawing: false, atS: 0, walker: null });
  rehearseAgain();
}

/** Rehearses the first line of a file. */
export function takeFile(lines: readonly GpxLine[]): void {
  rehearsal.lines = ref([...lines]);
  chooseLine(0);
}

/** Rehearses another line of the file. */
export function chooseLine(index: number): void {
  const one = rehearsal.lines[index];
  if (one === undefined) return;
  rehearsal.chosen = index;
  takeLine(one.line, one.name ?? rehearsalStrings.unnamed(index + 1));
}

/** Forgets the route and its file. */
export function clearLine(): void {
  rehearsal.lines = ref([]);
  takeLine([], null);
}

/** Begins to draw a route. */
export function startDrawing(): void {
  clearLine();
  rehearsal.isDrawing = true;
}

/** Appends a point to the route that is drawn. */
export function addPoint(position: Position): void {
  const last = rehearsal.line.at(-1);
  // The second click of a double one is at the same place: it is no other point.
  if (!rehearsal.isDrawing || (last !== undefined && last[0] === position[0] && last[1] === position[1])) return;
  rehearsal.line = ref([...rehearsal.line, position]);
}

/** Removes the last point. */
export function undoPoint(): void {
  rehearsal.line = ref(rehearsal.line.slice(0, -1));
}

/** Ends drawing. */
export function finishDrawing(): void {
  takeLine(rehearsal.line, null);
}

/** Changes how the route is walked. */
export function changeSettings(change: Partial<RehearsalSettings>): void {
  rehearsal.settings = { ...rehearsal.settings, ...change };
  rehearseAgain();
}

/** Plays from the moment that is shown, or from the beginning at the end. To be called from a tap. */
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

/** Shows this moment, in seconds from the beginning of the walk. */
export function seek(atS: number): void {
  const { answer } = rehearsal;
  if (answer === null) return;
  moveTo(Math.min(Math.max(0, atS), answer.endS));
  soundAnew();
}

/** Sets the playback speed, as a factor; Infinity shows the end. To be called from a tap. */
export function setFactor(factor: number): void {
  rehearsal.factor = factor;
  if (!Number.isFinite(factor)) pause();
  if (rehearsal.isPlaying && isHeard()) takePlayer();
  soundAnew();
}

/** Switches the sound of stories. To be called from a tap. */
export function setSound(on: boolean): void {
  rehearsal.hasSound = on;
  if (on) takePlayer();
  soundAnew();
}

/** There is one player: the audio guide must not use it meanwhile. */
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

function moveTo(atS: number): void {
  const { answer } = rehearsal;
  if (answer === null || trail === null) return;
  const [lng, lat] = walkerAt(trail, answer, atS);
  rehearsal.atS = atS;
  rehearsal.walker = { lng, lat };
}

/** Stops where it is. */
export function pause(): void {
  show.dispose();
  rehearsal.isPlaying = false;
  mute();
}

function isHeard(): boolean {
  return rehearsal.hasSound && rehearsal.factor === 1;
}

/** Plays the story of this moment, if stories are played. */
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

/** Computes the result anew: something changed, or it failed. */
export function rehearseAgain(): void {
  // A route that is still drawn is not walked yet, whatever else changes.
  if (rehearsal.isDrawing) return;
  sum.dispose();
  sum = new Scope();
  trail = createTrail(rehearsal.line);
  rehearsal.lengthM = trail?.lengthM ?? 0;
  if (trail === null) settle(rehearsal.line.length === 0 ? 'empty' : 'too-short');
  else if (trail.lengthM > REHEARSAL_LENGTH_MAX_M) settle('too-long');
  else {
    rehearsal.status = 'computing';
    const signal = sum.signal();
    const walked = trail;
    sum.timeout(() => void compute(walked, signal), RECOMPUTE_DELAY_MS);
  }
}

function settle(status: RehearsalState['status']): void {
  pause();
  Object.assign(rehearsal, { status, answer: null, walker: null, atS: 0 });
}

async function compute(walked: Trail, signal: AbortSignal): Promise<void> {
  try {
    const answer = await rehearseInSlices(walked, listPlaces(), { ...rehearsal.settings }, signal);
    // The walker stays where they are on the route, at whatever pace.
    const part = rehearsal.answer === null ? 0 : rehearsal.atS / Math.max(rehearsal.answer.endS, 1);
    rehearsal.answer = ref(answer);
    rehearsal.status = 'ready';
    moveTo(part * answer.endS);
  } catch {
    if (!signal.aborted) settle('failed');
  }
}

function listPlaces() {
  return places.list.map(({ id, feature, media }) => ({
    id,
    geometry: feature,
    storyS: media?.data.length ?? null,
    hasAudio: media !== null,
  }));
}

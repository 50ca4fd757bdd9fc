import { ref } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import type { GpxLine } from '../../contracts/imported-file.ts';
import { lngNear } from '../../contracts/rings.ts';
import { places } from '../places/places.ts';
import { runInSlices } from '../platform/page/time-slices.ts';
import { Scope } from '../platform/scope.ts';
import { moveTo, pause } from './play-rehearsal.ts';
import { readRecordedWalk } from './recorded-walk.ts';
import { type RehearsalState, rehearsal } from './rehearsal.ts';
import { type Rehearsal, type RehearsalSettings, rehearse } from './rehearse.ts';
import { createRoute, type Pace, type Route, recordedPace, steadyPace } from './walked-route.ts';

/** Longest route rehearsed: a day on a bicycle. */
const REHEARSAL_LENGTH_MAX_M = 50_000;
/** Delay because settings change dozens of times while a slider is dragged. */
const RECOMPUTE_DELAY_MS = 120;

/** Owns the running computation. */
let sum = new Scope();
/** The recorded route is still being read, and rehearsed afterwards. */
let isReading = false;

/** Rehearses a route that is not a recording. The last result stays until there is another, as do its controls. */
export function takeLine(line: readonly Position[], name: string | null): void {
  startOver(line, name);
  rehearseAgain();
}

function startOver(line: readonly Position[], name: string | null): void {
  pause();
  stopComputing();
  Object.assign(rehearsal, {
    line: ref([...line]),
    timesS: null,
    recordedM: null,
    lengthM: 0,
    name,
    isDrawing: false,
    atS: 0,
    walker: null,
  });
}

/** Rehearses the first line of a file. */
export function takeFile(lines: readonly GpxLine[]): void {
  rehearsal.lines = ref([...lines]);
  chooseLine(0);
}

/** Rehearses another line of the file: a recorded one without its noise, at its own pace. */
export function chooseLine(index: number): void {
  const one = rehearsal.lines[index];
  if (one === undefined) return;
  rehearsal.chosen = index;
  startOver(one.line, one.name);
  if (one.timesMs.every((timeMs) => timeMs === null)) {
    rehearseAgain();
    return;
  }
  isReading = true;
  rehearsal.status = 'computing';
  void readRecording(one, sum.signal());
}

async function readRecording({ line, timesMs }: GpxLine, signal: AbortSignal): Promise<void> {
  try {
    const walk = await runInSlices(readRecordedWalk(line, timesMs), signal);
    if (walk !== null) {
      const recordedM = createRoute(line)?.lengthM ?? 0;
      Object.assign(rehearsal, { line: ref(walk.line), timesS: ref(walk.timesS), recordedM });
    }
    isReading = false;
    rehearseAgain();
  } catch {
    if (!signal.aborted) settle('failed');
  }
}

/** Forgets the route and its file. */
export function clearLine(): void {
  rehearsal.lines = ref([]);
  takeLine([], null);
}

/** Starts drawing a route. */
export function startDrawing(): void {
  clearLine();
  rehearsal.isDrawing = true;
}

/** Appends a point to the route being drawn. */
export function addPoint(position: Position): void {
  const last = rehearsal.line.at(-1);
  // The second click of a double-click is at the same position, and is not another point.
  if (!rehearsal.isDrawing || (last !== undefined && last[0] === position[0] && last[1] === position[1])) return;
  // The map's longitudes start over beyond the antimeridian, while the route's continue.
  const [lng, lat] = position;
  rehearsal.line = ref([...rehearsal.line, [last === undefined ? lng : lngNear(lng, last[0]), lat]]);
}

/** Removes the last point. */
export function undoPoint(): void {
  rehearsal.line = ref(rehearsal.line.slice(0, -1));
}

/** Ends drawing. */
export function finishDrawing(): void {
  takeLine(rehearsal.line, null);
}

/** Changes pace or noise of the walk. */
export function changeSettings(change: Partial<RehearsalSettings>): void {
  rehearsal.settings = { ...rehearsal.settings, ...change };
  rehearseAgain();
}

/** Uses the pace of a recorded route, or that of the settings. */
export function walkAsRecorded(isWanted: boolean): void {
  rehearsal.isAsRecorded = isWanted;
  rehearseAgain();
}

/** Stops the computation, because the route has changed, or the tool is closed. */
export function stopComputing(): void {
  sum.dispose();
  sum = new Scope();
  isReading = false;
}

/** Computes the result again, because something changed, or it failed. */
export function rehearseAgain(): void {
  // A route that is still being drawn is not walked yet, whatever else changes.
  if (rehearsal.isDrawing || isReading) return;
  stopComputing();
  const route = createRoute(rehearsal.line);
  rehearsal.lengthM = route?.lengthM ?? 0;
  if (route === null) settle(rehearsal.line.length === 0 ? 'empty' : 'too-short');
  else if (route.lengthM > REHEARSAL_LENGTH_MAX_M) settle('too-long');
  else {
    rehearsal.status = 'computing';
    const signal = sum.signal();
    sum.timeout(() => void compute(route, signal), RECOMPUTE_DELAY_MS);
  }
}

function settle(status: RehearsalState['status']): void {
  pause();
  isReading = false;
  Object.assign(rehearsal, { status, answer: null, walker: null, atS: 0 });
}

async function compute(route: Route, signal: AbortSignal): Promise<void> {
  try {
    const answer = await rehearseInSlices(route, listPlaces(), { ...rehearsal.settings }, paceOn(route), signal);
    // The walker stays at the same share of the walk, at any pace.
    const part = rehearsal.answer === null ? 0 : rehearsal.atS / Math.max(rehearsal.answer.endS, 1);
    rehearsal.answer = ref(answer);
    rehearsal.status = 'ready';
    moveTo(part * answer.endS);
  } catch {
    if (!signal.aborted) settle('failed');
  }
}

function paceOn(route: Route): Pace {
  const { timesS, isAsRecorded, settings } = rehearsal;
  return timesS !== null && isAsRecorded
    ? recordedPace(timesS, route.alongsM)
    : steadyPace(route.lengthM, settings.speedMps);
}

function listPlaces() {
  return places.list.map(({ id, feature, media }) => ({
    id,
    geometry: feature,
    storyS: media?.data.length ?? null,
    hasAudio: media !== null,
  }));
}

/** Runs {@link rehearse} on the page's thread, in slices that keep it responsive. @throws the signal's reason */
async function rehearseInSlices(
  walked: Route,
  places: Parameters<typeof rehearse>[1],
  settings: RehearsalSettings,
  pace: Pace,
  signal: AbortSignal,
): Promise<Rehearsal> {
  // Loaded on demand: only the rehearsal needs the index in the page.
  const { createAround } = await import('../../workers/client/nearest-in-page.ts');
  return runInSlices(rehearse(walked, places, settings, createAround, pace), signal);
}

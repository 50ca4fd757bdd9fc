import WaveSurfer from 'wavesurfer.js';
import { createNearestClient } from '../../../workers/client/nearest-client.ts';
import { createPeaksClient } from '../../../workers/client/peaks-client.ts';
import { createTranscoder } from '../../../workers/client/transcode-client.ts';
import { createLocator, reachOf } from '../../support/geometry/locator.ts';
import { makePlaces, makeWalk } from '../quarter.ts';

const SEED = 20_261;
const ZONES = 1000;
const FIX_INTERVAL_MS = 100;
/** The walk enters its first zone after some twenty fixes, by when a machine with nothing else to do has transcoded the file. */
const FIRST_FIX = 15;
const PEAKS_PIXELS = 600;
/** How often the thread is asked whether it is free. */
const PULSE_MS = 5;

const CONTROL_MS = 80;

/** What the thread that draws the page went through. */
export interface UiThreadRun {
  readonly durationS: number;
  readonly transcodeMs: number;
  readonly peaksMs: number;
  /** From the peaks being there to wavesurfer having drawn them. */
  readonly drawMs: number;
  /** Milliseconds from a fix to its answer, each. */
  readonly locateMs: readonly number[];
  readonly progressSteps: number;
  /** Places that the fixes entered, so that nobody takes an idle worker for a fast one. */
  readonly entered: number;
  /** A task that blocked the thread on purpose, before all else, as the browser reported it: the instrument works. */
  readonly controlMs: number;
  /** Tasks of 50 ms and more, as the browser itself reports them. */
  readonly longTasksMs: readonly number[];
  /** The longest that a pulse due every 5 ms was late. */
  readonly longestDelayMs: number;
}

/**
 * A file of ten minutes is transcoded, its peaks are taken and drawn, and all the while ten fixes a second are located
 * among 1,000 zones: what a person waits for at worst. The page shows progress and the nearest place as it goes.
 */
export async function watchUiThread(inputUrl: string): Promise<UiThreadRun> {
  const file = await (await fetch(inputUrl)).blob();
  // Every other place of the quarter is a point; twice as many give the zones.
  const zones = makePlaces(SEED, 2 * ZONES).filter(({ geometry }) => geometry.type === 'Polygon');
  const walk = makeWalk(SEED, 2 * ZONES, 6000);
  const progress = document.getElementById('progress');
  const waveform = document.getElementById('waveform');
  if (progress === null || waveform === null) throw new Error('The page lacks its elements');

  const [nearest, peaksClient, transcoder] = [createNearestClient(), createPeaksClient(), createTranscoder()];
  await nearest.seed(zones);

  const controlMs = await seeLongTask();
  const longTasksMs: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const pulse = watchPulse();

  const locateMs: number[] = [];
  const locator = createLocator();
  let entered = 0;
  let asked = FIRST_FIX;
  const fixes = setInterval(async () => {
    const fix = walk[asked];
    asked += 1;
    if (fix === undefined) return;
    const startMs = performance.now();
    const [near = []] = await nearest.around([reachOf(fix)]);
    locateMs.push(performance.now() - startMs);
    entered += locator.count(fix, near).entered.length;
    waveform.title = String(near[0]?.id ?? '');
  }, FIX_INTERVAL_MS);

  let progressSteps = 0;
  const startMs = performance.now();
  const { wav, durationS } = await transcoder.transcode(file, {
    onProgress: (told) => {
      if (told.stage === 'download') return;
      progressSteps += 1;
      progress.textContent = `${Math.round(told.fraction * 100)} % ${told.remainingS ?? ''}`;
    },
  });
  const transcodedMs = performance.now();
  const { peaks } = await peaksClient.draw(wav, PEAKS_PIXELS);
  const peakedMs = performance.now();
  const surfer = WaveSurfer.create({ container: waveform, peaks, duration: durationS, height: 50, barWidth: 2 });
  await new Promise((resolve) => surfer.on('redrawcomplete', () => resolve(null)));
  const drawnMs = performance.now();

  clearInterval(fixes);
  const longestDelayMs = pulse();
  // Long tasks are reported when the thread is idle.
  await new Promise((resolve) => requestIdleCallback(resolve));
  for (const { duration } of observer.takeRecords()) longTasksMs.push(duration);
  observer.disconnect();
  surfer.destroy();
  for (const client of [nearest, peaksClient, transcoder]) client.dispose();
  return {
    durationS,
    transcodeMs: transcodedMs - startMs,
    peaksMs: peakedMs - transcodedMs,
    drawMs: drawnMs - peakedMs,
    locateMs,
    progressSteps,
    entered,
    controlMs,
    longTasksMs,
    longestDelayMs,
  };
}

/** Blocks the thread and waits until the browser has reported it. */
function seeLongTask(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      resolve(list.getEntries()[0]?.duration ?? 0);
    });
    observer.observe({ type: 'longtask' });
    setTimeout(() => {
      const startMs = performance.now();
      while (performance.now() - startMs < CONTROL_MS);
    });
  });
}

/** Counts on being called every few milliseconds; the function given back ends that and tells the longest delay. */
function watchPulse(): () => number {
  let lastMs = performance.now();
  let longestMs = 0;
  const beat = (): void => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs - PULSE_MS);
    lastMs = nowMs;
  };
  const timer = setInterval(beat, PULSE_MS);
  return () => {
    clearInterval(timer);
    beat();
    return longestMs;
  };
}

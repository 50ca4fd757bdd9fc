import { comparePeaks } from './peaks.ts';
import { makeTenMinutes, transcodeByPeer, transcodeByUs } from './transcode.ts';
import { watchUiThread } from './ui-thread.ts';

/** What a benchmark may run in the page, by its name. */
export const PAGE_BENCHES = { comparePeaks, makeTenMinutes, transcodeByPeer, transcodeByUs, watchUiThread };

/** The page's one entry for `openBenchPage`. */
export type PageBenches = typeof PAGE_BENCHES;

Object.assign(globalThis, { pageBenches: PAGE_BENCHES });

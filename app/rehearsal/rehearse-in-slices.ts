import { runInSlices } from '../platform/map/slices.ts';
import type { Pace } from './pace.ts';
import { type Rehearsal, type RehearsalSettings, rehearse } from './rehearse.ts';
import type { Trail } from './trail.ts';

/** Runs {@link rehearse} on the page's thread, in slices that keep it responsive. @throws the signal's reason */
export async function rehearseInSlices(
  walked: Trail,
  places: Parameters<typeof rehearse>[1],
  settings: RehearsalSettings,
  pace: Pace,
  signal: AbortSignal,
): Promise<Rehearsal> {
  // Loaded on demand: only the rehearsal needs the index in the page.
  const { createAround } = await import('../../workers/client/nearest-in-page.ts');
  return runInSlices(rehearse(walked, places, settings, createAround, pace), signal);
}

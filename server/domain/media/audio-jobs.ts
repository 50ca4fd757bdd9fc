import type { StoredRenditions } from './renditions/renditions.ts';
import type { StoredWaveforms } from './waveforms.ts';

/** How often a server looks for jobs that other servers have no time for, or left when they were killed. */
const LOOK_MS = 10_000;

/** Makes missing waveforms and renditions now and at each interval. Returns a function that stops this. */
export function startAudioJobs(waveforms: StoredWaveforms, renditions: StoredRenditions): () => void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await waveforms.addMissing();
    renditions.wake();
    isLooking = false;
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}

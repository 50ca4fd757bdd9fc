import { addTallies } from './tally.mjs';
import { timetable } from './timetable.mjs';

/**
 * A part of a run. Where an essential one fails, the later ones could not work and are left out.
 * @typedef {{ name: string, run: () => Promise<import('./tally.mjs').Tally>, isEssential?: boolean }} Stage
 */

/**
 * Runs stages one after the other, the later ones even when an earlier one failed, so that one run shows everything.
 * Prints at the end what failed and why, where the time went, and the closing line.
 *
 * @param {readonly Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runStages(stages) {
  let tally = addTallies();
  const times = [];
  for (const { name, run, isEssential = false } of stages) {
    const startedMs = performance.now();
    const own = await run();
    times.push({ name, ms: performance.now() - startedMs });
    tally = addTallies(tally, own);
    if (isEssential && own.failed > 0) break;
  }
  for (const failure of tally.failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${timetable(times, tally.files).join('\n')}`);
  console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  return tally.failed > 0 ? 1 : 0;
}

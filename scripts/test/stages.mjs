import { addTallies } from './tally.mjs';
import { timetable, usageTable } from './timetable.mjs';

/**
 * A part of a run. If an essential one fails, the later ones are skipped.
 * @typedef {{ name: string, run: () => Promise<import('./tally.mjs').Tally>, isEssential?: boolean }} Stage
 */

/**
 * Runs stages one after the other, also after a failure, so that one run shows all of them. At the end prints the skips
 * and failures, the timetable, how much of its budget each part used, and the counts.
 *
 * @param {string} name one word that the closing line begins with
 * @param {readonly Stage[]} stages
 * @returns {Promise<number>} the exit code
 */
export async function runStages(name, stages) {
  let tally = addTallies();
  const times = [];
  for (const { name, run, isEssential = false } of stages) {
    const startedMs = performance.now();
    const own = await run();
    times.push({ name, ms: performance.now() - startedMs });
    tally = addTallies(tally, own);
    if (isEssential && own.failed > 0) break;
  }
  for (const suite of tally.skips) console.log(`\nSKIPPED ${suite}`);
  for (const failure of tally.failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${timetable(times, tally.files).join('\n')}`);
  console.log(`\n${usageTable(tally.usages).join('\n')}`);
  console.log(`\n${name}: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
  return tally.failed > 0 ? 1 : 0;
}

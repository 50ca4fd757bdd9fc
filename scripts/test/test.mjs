import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runVitest } from './tally.mjs';

/** `npm test`: lint, types, architecture, unit, server, browser and end-to-end tests. They need Node and Chromium, nothing else. */
await ensureChromium();
process.exit(
  await runStages('test', [
    ...CHECKS,
    // Two lanes: tests in pages mostly wait, and leave the cores to those that compute.
    {
      name: 'end to end and node, server and browser',
      run: async () => addTallies(...(await Promise.all([runLane('e2e', 'node'), runLane('server', 'browser')]))),
    },
  ]),
);

/**
 * Runs two projects one after the other.
 *
 * @param {string} first
 * @param {string} second
 */
async function runLane(first, second) {
  return addTallies(await runVitest(first), await runVitest(second));
}

import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runCheck, runVitest } from './tally.mjs';

/** `npm test`: lint, types, architecture, unit, server, browser and end-to-end tests. They need Node and Chromium, nothing else. */
await ensureChromium();
process.exit(
  await runStages('test', [
    ...CHECKS,
    // Two lanes: tests in pages mostly wait, and leave the cores to those that compute.
    {
      name: 'browser and node; addons, end to end and server',
      run: async () => addTallies(...(await Promise.all([runLane('browser', 'node'), runServerLane()]))),
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

/** Runs what needs a server, once its addons are there: after `npm ci` that may take two minutes of one core. */
async function runServerLane() {
  const addons = await runCheck('addons', [process.execPath, ['scripts/build/addons.mjs']]);
  return addons.failed > 0 ? addons : addTallies(addons, await runLane('e2e', 'server'));
}

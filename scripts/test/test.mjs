import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runCheck, runVitest } from './tally.mjs';

/** `npm test`: lint, types, architecture, unit, server, browser and end-to-end tests. They need Node and Chromium, nothing else. */
await ensureChromium();
// After `npm ci` they may take a minute of one core, which the checks leave free.
const addons = runCheck('addons', [process.execPath, ['scripts/build/addons.mjs']]);
const code = await runStages('test', [
  ...CHECKS,
  // Two lanes of about the same length: tests in pages mostly wait, and leave the cores to those that compute.
  {
    name: 'browser and server; addons, end to end and node',
    run: async () => addTallies(...(await Promise.all([runPagesLane(), runServerLane()]))),
  },
]);
// Where a check has failed, they may be half compiled.
await addons;
process.exit(code);

/** Runs the browser tests, and then the server's, which compute most and need the addons. */
async function runPagesLane() {
  const browser = await runVitest('browser');
  return (await addons).failed > 0 ? browser : addTallies(browser, await runVitest('server'));
}

/** Runs the end-to-end tests once the addons are there, and then those that need no server. */
async function runServerLane() {
  const installed = await addons;
  const whole = installed.failed > 0 ? installed : addTallies(installed, await runVitest('e2e'));
  return addTallies(whole, await runVitest('node'));
}

import { check } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { addTallies, runVitest } from './tally.mjs';

/**
 * `npm test`: types, lint, house, unit, browser and end-to-end tests, then the closing line. A stage runs even when an
 * earlier one failed, so that one run shows everything; only type errors, without which nothing builds, end it early.
 * What failed, and why, is said again at the end.
 */
await ensureChromium();
let tally = await check();
for (const project of ['node', 'browser', 'e2e']) {
  tally = addTallies(tally, await runVitest(project));
}
for (const failure of tally.failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exit(tally.failed > 0 ? 1 : 0);

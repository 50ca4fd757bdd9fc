import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { addTallies, runVitest } from './tally.mjs';

/** `npm test`: lint, types, house, unit, browser and end-to-end tests. */
await ensureChromium();
process.exit(
  await runStages([
    ...CHECKS,
    // Beside each other: tests in the browser wait for most of their time.
    { name: 'node, server and browser', run: () => runVitest(['node', 'server', 'browser']) },
    // Beside each other: what is about sound and time waits for most of its own.
    {
      name: 'end to end',
      run: async () => addTallies(...(await Promise.all([runVitest(['e2e']), runVitest(['timed'])]))),
    },
  ]),
);

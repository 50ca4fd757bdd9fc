import { CHECKS } from './check.mjs';
import { ensureChromium } from './chromium.mjs';
import { runStages } from './stages.mjs';
import { runVitest } from './tally.mjs';

/** `npm test`: lint, types, house, unit, browser and end-to-end tests. */
await ensureChromium();
process.exit(
  await runStages([
    ...CHECKS,
    // Beside each other: tests in the browser wait for most of their time.
    { name: 'node, server and browser', run: () => runVitest(['node', 'server', 'browser']) },
    { name: 'end to end', run: () => runVitest(['e2e']) },
    { name: 'end to end, timed', run: () => runVitest(['timed']) },
  ]),
);
